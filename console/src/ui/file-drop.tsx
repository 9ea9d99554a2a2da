import type { ReactNode } from "react";
import { DropZone, FileTrigger, isFileDropItem } from "react-aria-components";
import { Button } from "./button.tsx";

/** Accepts one file, dropped or chosen. @param types media types and extensions, such as `.csv` */
export function FileDrop({
  types,
  choose,
  children,
  onFile,
}: {
  types: string[];
  choose: string;
  children?: ReactNode;
  onFile: (file: File) => void;
}) {
  return (
    <DropZone
      className="drop"
      onDrop={async ({ items }) => {
        const dropped = items.find(isFileDropItem);
        if (dropped !== undefined) onFile(await dropped.getFile());
      }}
    >
      {children}
      <FileTrigger
        acceptedFileTypes={types}
        onSelect={(files) => {
          const [file] = files ?? [];
          if (file !== undefined) onFile(file);
        }}
      >
        <Button look="quiet">{choose}</Button>
      </FileTrigger>
    </DropZone>
  );
}

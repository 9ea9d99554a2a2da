declare module "upng-js" {
  /** PNG of uncompressed frames in the given colour form; see https://github.com/photopea/UPNG.js */
  function encodeLL(
    frames: ArrayBuffer[],
    width: number,
    height: number,
    colorChannels: 1 | 3,
    alphaChannels: 0 | 1,
    depth: 1 | 2 | 4 | 8 | 16,
  ): ArrayBuffer;
  function encode(frames: ArrayBuffer[], width: number, height: number, colors: number): ArrayBuffer;
  function decode(file: ArrayBuffer): { width: number; height: number; depth: number; ctype: number; data: Uint8Array };
  function toRGBA8(image: ReturnType<typeof decode>): ArrayBuffer[];
  const upng: { encodeLL: typeof encodeLL; encode: typeof encode; decode: typeof decode; toRGBA8: typeof toRGBA8 };
  export default upng;
}

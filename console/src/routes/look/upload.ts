import { refusalOf } from "@usher/client";

/** More is refused by the API. Bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/**
 * Uploads an image. By XMLHttpRequest, because `fetch` does not say how far a body has come.
 * @param onProgress the part that is sent, from 0 to 1
 * @returns the path of the image
 * @throws UsherError for a refusal, TypeError without a connection
 */
export function uploadImage(file: File, onProgress: (sent: number) => void): Promise<string> {
  const form = new FormData();
  form.set("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/uploads/image");
    request.setRequestHeader("Usher-Session", "cookie");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(new TypeError("The upload was not answered."));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 201 && typeof body === "object" && body !== null && "url" in body)
        resolve(String(body.url));
      else reject(refusalOf(body, new Response(null, { status: request.status, statusText: request.statusText })));
    };
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import decodeQR from "qr/decode.js";

/** Between two looks: a frame takes up to 20 ms to read, and the phone's battery lasts the evening. */
const LOOK_EVERY_MS = 120;
/** Larger frames take longer and read no better. */
const MAX_SIDE = 800;

/**
 * Shows the back camera and reads codes from it until it is stopped.
 * @throws DOMException when there is no camera or it may not be used
 */
export async function startCamera(video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } },
    audio: false,
  });
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const timer = setInterval(() => {
    const text = context === null ? null : look(video, canvas, context);
    if (text !== null) onCode(text);
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
}

function look(video: HTMLVideoElement, canvas: HTMLCanvasElement, context: CanvasRenderingContext2D): string | null {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || document.hidden) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // No code in this frame, or not a whole one.
    return null;
  }
}

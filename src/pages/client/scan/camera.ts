type Decoder = typeof import("../scan-camera.ts");

/** Built from scan-camera.ts. A name in a variable, so that the scanner's own script does not include it. */
const DECODER = "/assets/scan-camera.js";

/** Time between two decoded video frames. Decoding takes up to 20 ms, and a shorter interval drains the battery. */
const FRAME_INTERVAL_MS = 120;
/** Pixels. Larger video frames take longer to decode and are not recognised better. */
const MAX_SIDE = 800;

/** A camera that runs. */
export interface Camera {
  /** Switches the camera's light; null if it has none. */
  setTorch: ((isOn: boolean) => Promise<void>) | null;
  stop: () => void;
}

/**
 * Shows the back camera and decodes QR codes from it.
 * @returns the camera
 * @throws DOMException when there is no camera or it may not be used
 */
export async function startCamera(video: HTMLVideoElement, onCode: (text: string) => void): Promise<Camera> {
  const { decode }: Decoder = await import(DECODER);
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 960 } },
    audio: false,
  });
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const timer = setInterval(() => {
    const text = context === null ? null : decodeFrame(decode, video, canvas, context);
    if (text !== null) onCode(text);
  }, FRAME_INTERVAL_MS);
  const [track] = stream.getVideoTracks();
  return {
    setTorch: track !== undefined && hasTorch(track) ? (isOn) => track.applyConstraints(torch(isOn)) : null,
    stop: () => {
      clearInterval(timer);
      for (const each of stream.getTracks()) each.stop();
    },
  };
}

/** The torch of a camera, which TypeScript's DOM library does not have. */
interface TorchCapabilities extends MediaTrackCapabilities {
  torch?: boolean;
}

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: TorchCapabilities | undefined = track.getCapabilities?.();
  return capabilities?.torch === true;
}

function torch(isOn: boolean): MediaTrackConstraints {
  const advanced: (MediaTrackConstraintSet & { torch: boolean })[] = [{ torch: isOn }];
  return { advanced };
}

function decodeFrame(
  decode: Decoder["decode"],
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
): string | null {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || document.hidden) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decode(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // The frame has no complete code.
    return null;
  }
}

/** Types for service workers, because the DOM library has none. */
export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  /** The response that the browser requested while the worker was starting. */
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

// The DOM library declares the global as a window. This declares it as it is in a service worker.
declare const self: WorkerScope;

/** The service worker whose script this is. */
export const worker = self;

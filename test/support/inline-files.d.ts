/** A file of the fixtures, as Vite loads it into workerd: a `data:` URL. */
declare module "*?inline" {
  const url: string;
  export default url;
}

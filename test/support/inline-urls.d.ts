/** A file of any type as a `data:` URL, with which a test inside workerd has its bytes. */
declare module "*?url&inline" {
  const url: string;
  export default url;
}

/** A file of any type as its text, with which a test inside workerd can read it. */
declare module "*?raw" {
  const text: string;
  export default text;
}

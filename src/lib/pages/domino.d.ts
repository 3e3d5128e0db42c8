declare module "@mixmark-io/domino" {
  const domino: { createDocument(html: string, force: boolean): never };
  export default domino;
}

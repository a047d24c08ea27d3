declare module 'virtual:groma-plugin/manifest' {
  const manifest: unknown;
  export default manifest;
}

declare module 'virtual:groma-plugin/code' {
  const code: string;
  export default code;
}

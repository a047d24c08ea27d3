/** What is used of libheif, compiled to WebAssembly; its own types leave out the part written in JavaScript. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `into` as RGBA, turned the right way up; calls back with null where it cannot. */
    display(into: Pixels, done: (pixels: Pixels | null) => void): void;
    free(): void;
  }
  const libheif: { HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] } };
  export default libheif;
}

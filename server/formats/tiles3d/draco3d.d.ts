/** The decoder of Draco, which has no types of its own; gltf-transform takes it as it is. */
declare module 'draco3d' {
  const draco3d: { createDecoderModule(): Promise<object> };
  export default draco3d;
}

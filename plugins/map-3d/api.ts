declare module '#core/settings' {
  interface SettingValues {
    /** Where objects are drawn in 3D: at their heights, or all of them on the ground. */
    heights3D: 'measured' | 'ground';
    /** How finely the globe is drawn; `auto` looks at the graphics card. */
    quality3D: 'auto' | 'fine' | 'fast';
  }
}

export {};

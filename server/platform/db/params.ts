/** Adds a value to the parameters of a statement. Returns its placeholder, such as `$3`. */
export type AddParam = (value: unknown) => string;

/** Placeholders of values that go into `params`, numbered from where it ends. */
export const paramsInto =
  (params: unknown[]): AddParam =>
  (value) =>
    addParam(params, value);

export const addParam = (params: unknown[], value: unknown): string => `$${params.push(value)}`;

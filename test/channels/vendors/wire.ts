/** How a vendor's type looks in JSON: dates are texts, enums their values, flags sums, and methods are gone. */
export type Wire<Type> = 0 extends 1 & Type
  ? unknown
  : Type extends Date
    ? string
    : Type extends string
      ? `${Type}`
      : Type extends readonly unknown[]
        ? { [Index in keyof Type]: Wire<Type[Index]> }
        : Type extends object
          ? {
              [
                Field in keyof Type as Data<Field, Type[Field]>
              ]: Field extends `${string}flags` ? number : Wire<Type[Field]>;
            }
          : Type;

type Data<Field, Value> = Field extends `_${string}`
  ? never
  : Value extends (...given: never) => unknown
    ? never
    : Field;

/** The same of which anything may be left out, as the examples in documentation do. */
export type Excerpt<Type> = Type extends readonly unknown[]
  ? { [Index in keyof Type]: Excerpt<Type[Index]> }
  : Type extends object
    ? { [Field in keyof Type]?: Excerpt<Type[Field]> }
    : Type;

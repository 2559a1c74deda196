/** A change of a definition's structure. Texts of JSON (`json`) are put in as they are written: a number keeps its digits. */
export type StructureEdit =
  /** Gives a member of an object its value, and adds the member if it is missing; or gives an entry of a list another value. */
  | {
      readonly edit: "set"
      readonly pointer: string
      readonly json: string
      /** A member that is added comes after those of its object that are named here, so that `label` follows `slug`. By default it comes last. */
      readonly after?: ReadonlyArray<string>
    }
  | { readonly edit: "remove"; readonly pointer: string }
  /** Gives a member another name and keeps its value and its place. */
  | { readonly edit: "name"; readonly pointer: string; readonly name: string }
  /** Puts an entry into a list. */
  | { readonly edit: "insert"; readonly list: string; readonly index: number; readonly json: string }
  /** Moves an entry to a place in its own list or in another one; `index` is its place afterwards. */
  | { readonly edit: "move"; readonly pointer: string; readonly list: string; readonly index: number }
  /** Puts a copy of an entry after it, with other values for some members. */
  | { readonly edit: "duplicate"; readonly pointer: string; readonly with: Readonly<Record<string, string>> }

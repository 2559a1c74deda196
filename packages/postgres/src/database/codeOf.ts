/** The `code` that Node and Postgres put on their errors: `EEXIST`, `23505`. */
export const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

/** Joins the class names that apply into a value of `className`. */
export const classes = (...names: ReadonlyArray<string | false | undefined>): string => names.filter(Boolean).join(" ")

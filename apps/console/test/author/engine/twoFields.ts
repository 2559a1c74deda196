/** A definition of two fields, as a text: `one` is filled in, and `two` is computed by a formula, sound or not. */
export const twoFields = (formula: string): string =>
  JSON.stringify({
    title: "A",
    code: "A",
    fields: [
      { slug: "one", type: "integer" },
      { slug: "two", type: "integer", formula }
    ]
  })

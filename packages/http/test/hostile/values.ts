/** Values that the rules refuse: 200 with problems from evaluate, 422 from create, which stores nothing. */

/** A payload's members beside a good name, and the problems that they have, as `code field`. */
export const values: ReadonlyArray<readonly [what: string, data: string, problems: ReadonlyArray<string>]> = [
  ["a number that JSON.parse would round", '"age":9007199254740993', ["too_large age"]],
  ["a fraction that JSON.parse would round to a whole number", '"age":36.0000000000000000001', ["decimals age"]],
  ["a number that only infinity can hold", '"age":1e400', ["too_large age"]],
  ["a number that JSON.parse would take for zero", '"age":1e-400', ["decimals age"]],
  ["a number with an exponent of a million digits", `"age":1e${"9".repeat(1_000_000)}`, ["too_large age"]],
  ["10^15", '"age":1000000000000000', ["too_large age"]],
  ["a long number for a text", '"guardian":9007199254740993,"age":1', ["type guardian"]],
  ["U+0000", '"guardian":"a\\u0000b","age":1', ["storable guardian"]],
  ["half a surrogate pair", '"guardian":"\\ud800","age":1', ["storable guardian"]],
  ["__proto__", '"__proto__":{"age":1}', ["unknown_field __proto__"]],
  ["constructor", '"constructor":{"prototype":{}}', ["unknown_field constructor"]],
  [
    "toString and hasOwnProperty",
    '"toString":1,"hasOwnProperty":1',
    ["unknown_field hasOwnProperty", "unknown_field toString"]
  ],
  ["an empty name", '"":1', ["unknown_field "]],
  ["lists 32 deep", `"age":${"[".repeat(30)}${"]".repeat(30)}`, ["type age"]],
  ["a name of 1,000 characters", `"${"x".repeat(1_000)}":1`, [`unknown_field ${"x".repeat(1_000)}`]]
]

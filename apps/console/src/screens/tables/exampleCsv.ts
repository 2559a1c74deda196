/** A table as a file, for those who have not seen one: two keys and a value. */
export const exampleCsv = `postcode: exact text,age: from integer,factor: number 4
10115,18,1.2500
10115,25,1.1000
*,18,1.0000
`

/** Parts of hostile rules of rows, over the fields of gadgets.ts. */

/** Conditions of a row of `rows`. */
export const ofRows: readonly [string, ...ReadonlyArray<string>] = [
  "previous(rd) * d != rowNumber()",
  "previous(rt) != rt",
  "sum(filter(rows, r, rowNumber(r) < rowNumber()), r, r.ra) != 3",
  "ra != 2",
  "ra * a != 2",
  "rd * rd * d != 2",
  "round(rd / d, 6) != 2",
  "rt != 'x'",
  "rt != t",
  "length(rt) != 3",
  "t + rt != rt + t",
  "contains(t, rt)",
  "contains(cs, rt)",
  "addMonths(rp, 1) != q",
  "count(other, o, o.oa > ra) != 3",
  "sum(other, o, o.oa * ra) != 3",
  "all(other, o, o.od != rd)",
  "text(rd) != 'x'"
]

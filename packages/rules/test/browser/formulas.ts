/** Small forms' formulas, a group a form: together they use every function and every operator on every kind of value. */
import type { JsonObject } from "../../src/Json.ts"

const number: JsonObject = { type: "number", decimals: 6 }
const money: JsonObject = { type: "money", currency: "GBP" }
const boolean: JsonObject = { type: "boolean" }
const text: JsonObject = { type: "text" }
const date: JsonObject = { type: "date" }
const time: JsonObject = { type: "time" }
const datetime: JsonObject = { type: "datetime" }

type Formula = readonly [type: JsonObject, formula: string]

const each = (type: JsonObject, ...formulas: ReadonlyArray<string>): ReadonlyArray<Formula> =>
  formulas.map((formula) => [type, formula])

export const formulas: ReadonlyArray<ReadonlyArray<Formula>> = [
  each(number, "whole + other - amount * 3", "-whole", "abs(other)", "coalesce(amount, whole, 1.5)"),
  each(
    number,
    "round(price / whole, 4)",
    "round(price / whole, 2, 'even')",
    "round(amount)",
    "round(whole / amount, -1)"
  ),
  each(number, "floor(amount * 7.77)", "ceil(amount * 7.77)", "floor(-amount)", "ceil(-amount)"),
  each(
    number,
    "floor(amount / whole, 3)",
    "ceil(amount * 7.77, 2)",
    "trunc(-amount / other, 2)",
    "mod(amount, whole)",
    "round(amount * 1.005, 2, 'zero')"
  ),
  each(
    number,
    "pow(whole, 2)",
    "round(pow(1.0425, whole), 4)",
    "round(pow(amount, -other), 6)",
    "sqrt(amount, 4)",
    "round(product(drivers, d, 1 + d.age * 0.01), 6)",
    "pow(1.05, whole) > amount ? 1 : 0"
  ),
  each(
    number,
    "min(whole, other, amount)",
    "max(whole, other, amount)",
    "min(drivers, d, d.age)",
    "max(drivers, d, d.age)"
  ),
  each({ type: "money", currency: "JPY" }, "round(convert(price, 'JPY', 191.25), 0)", "round(price * amount, 0)"),
  each(money, "price", "sum(drivers, d, d.fee)", "round(avg(drivers, d, d.fee), 2)", "round(price * 0.0425, 2)"),
  each(number, "size(drivers)", "size(extras)", "size(note)", "length(note)", "count(drivers, d, d.age > 20)"),
  each(boolean, "any(drivers, d, d.main)", "all(drivers, d, d.main)", "all(drivers, d, d.age > 10 || d.name == '')"),
  each(
    number,
    "sum(filter(drivers, d, d.main), e, e.age)",
    "sum(map(drivers, d, d.age * 2))",
    "size(filter(drivers, d, d.fee > 1))"
  ),
  each(
    text,
    "join(drivers, d, d.name, ', ')",
    "first(drivers, d, d.main, d.name) + text(last(drivers, d, d.age > 10, d.fee))",
    "minBy(drivers, d, d.birth, d.name)",
    "maxBy(filter(drivers, d, d.fee < 10), e, e.fee, text(e.birth))"
  ),
  each(
    number,
    "countDistinct(drivers, d, d.main)",
    "countDistinct(extras, e, label(e))",
    "sum(drivers, d, rowNumber(d) * d.age)"
  ),
  each(
    boolean,
    "contains(note, 'ße')",
    "contains(extras, 'car')",
    "startsWith(note, ' ')",
    "endsWith(note, 'x')",
    "'legal' in extras"
  ),
  each(
    text,
    "left(note, 2)",
    "right(note, whole)",
    "middle(note, other, 3)",
    "replace(note, 'ß', cover)",
    "padStart(text(whole), 6, '0') + padEnd(note, 4, 'é')",
    "extract(note, r'(\\pL+)$')",
    "extract(upper(note), '(?:S|([0-9]))')"
  ),
  each(text, "dayName(born, 'fr') + ' ' + monthName(born, 'pt-BR')"),
  each(text, "lower(note)", "upper(note)", "trim(note)", "note + '|' + note"),
  each(
    boolean,
    "matches(note, r'\\s.*')",
    "matches(note, '[0-9]{4}-[0-9]{2}-[0-9]{2}')",
    "matches(upper(note), '(A|B)*')"
  ),
  each(text, "label(cover)", "label(cover) + ' cover'"),
  each(number, "count(extras, e, label(e) == 'car')", "size(filter(extras, e, e != 'car'))"),
  each(text, "text(price)", "text(amount)", "text(flag)", "text(born)", "text(at)", "text(moment)", "text(0.1 + 0.2)"),
  each(number, "number(note)", "number('1.5')", "number(text(amount)) * 2"),
  each(date, "born", "date(note)", "date(moment)", "today", "flag ? born : null"),
  each(
    date,
    "addDays(born, whole)",
    "addMonths(born, other)",
    "addYears(born, whole)",
    "addBusinessDays(born, whole)",
    "max(drivers, d, d.birth)",
    "min(born, today)"
  ),
  each(
    number,
    "secondsBetween(at, time('17:30'))",
    "round(minutesBetween(at, time('08:00:20')), 4)",
    "round(hoursBetween(moment, datetime('2025-01-01T04:30:00Z')), 6)",
    "hour(at) * 60 + minute(at)",
    "hour(moment) + minute(moment) * 0.01"
  ),
  each(time, "time(note)", "coalesce(at, time('09:30'))", "time(text(at))"),
  each(datetime, "datetime(note)", "flag ? moment : datetime('2026-01-01T00:00:00Z')", "datetime(text(moment))"),
  each(
    number,
    "daysBetween(born, today)",
    "businessDaysBetween(born, today)",
    "monthsBetween(born, today)",
    "yearsBetween(born, today)",
    "yearsBetween(today, born)"
  ),
  each(number, "year(born)", "month(born)", "day(born)", "weekday(born)", "weekday(addDays(born, 1))"),
  each(
    boolean,
    "whole < other",
    "price >= 50",
    "born < today",
    "at <= at",
    "moment != moment",
    "at >= time('09:30') && at < time('17:30:00')",
    "moment > datetime('2024-12-31T23:30:00-04:59')",
    "moment in [datetime('2025-01-01T04:30:00Z'), datetime(note)]",
    "whole / other > 0.5",
    "avg(drivers, d, d.age) < 30"
  ),
  each(
    boolean,
    "flag && whole > 0",
    "flag || whole > 0",
    "!flag",
    "flag == null",
    "drivers == null",
    "cover in ['comp', 'tpo']",
    "whole in [1, 2, 3]"
  ),
  each(
    number,
    "whole * whole * whole * whole * 1000000",
    "whole == null ? 0 : whole > 2 ? 1.25 : 1.6",
    "whole - 0.000001"
  ),
  [
    [number, "lookup(rates, 'factor', cover, whole)"],
    [number, "round(price * lookup(rates, 'factor', cover, amount), 2)"],
    [boolean, "lookup(rates, 'open', note, other) || lookup(rates, 'class', cover, price) == 'low'"],
    [text, "lookup(rates, 'class', cover, amount * 7)"],
    [number, "round(lookupInterpolated(rates, 'factor', cover, amount), 4)"],
    [boolean, "lookupInterpolated(rates, 'factor', cover, price) > amount / 3"],
    [date, "addDays(lookup(rates, 'since', cover, whole), 1)"]
  ],
  [
    [text, "cover == 'comp' ? note : cover"],
    [{ type: "integer" }, "whole * other"],
    [boolean, "cover != 'tpo' && note != ''"]
  ]
]

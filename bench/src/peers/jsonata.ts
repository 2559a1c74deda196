import jsonata from "jsonata"
import { OPTIONS } from "../demo.ts"
import { daysBetween, roundToPence, yearsBetween } from "./functions.ts"
import { type Dialect, limits, rowLimits, written } from "./limits.ts"
import { type Peer, pounds, type QuoteResult } from "./Peer.ts"

const dialect: Dialect = {
  name: (slug) => slug,
  number: String,
  length: (name) => `$length(${name})`,
  matches: (name, regex) => `$contains(${name}, /${regex.replaceAll("/", "\\/")}/)`,
  isMissing: (name) => `$not($exists(${name}))`,
  and: "and",
  or: "or"
}

/** One program: JSONata has variables, so the program itself puts the rules in order. */
const PROGRAM = `(
  $byPhone := "phone" in contactBy;
  $noCall := $not($byPhone); $noBusiness := usage != "business"; $noChanges := $not(modified);
  $noProtection := noClaimsYears < 4; $noCar := cover != "comp";
  $miles := $noBusiness ? null : businessMiles;
  $value := $number(vehicleValue);
  $excess := $exists(voluntaryExcess) ? $number(voluntaryExcess) : 0;
  $rows := [drivers.{ "age": $yearsBetween(birthDate, $today), "isMain": isMain, "convictions": convictions,
    "needsNumber": licence = "full", "licenceNumber": licenceNumber }];
  $young := $count($rows[age < 25]);
  $base := $roundToPence(
    $value * (cover = "comp" ? 0.0425 : cover = "tpft" ? 0.0325 : 0.0275)
      * (usage = "business" ? 1.25 : usage = "commuting" ? 1.10 : 1)
      * (1 + 0.15 * $young) * (1 - 0.05 * $min([noClaimsYears, 10]))
      + 75 * $sum($rows.convictions) - $min([$excess * 0.10, 50]));
  $extras := ($noCar = false and courtesyCar = true ? 45 : 0) + (breakdown = true ? 62.5 : 0)
    + (legalCover = true ? 27.99 : 0) + ($noProtection = false and protectNoClaims = true ? 38 : 0);
  $tax := $roundToPence(($base + $extras) * 0.12);
  $premium := $base + $extras + $tax;
  $days := $daysBetween(requestedAt, startDate);
  {
    "ages": [$rows.age],
    "youngDrivers": $young,
    "money": [$base, $extras, $tax, $premium],
    "hidden": $append(
      [$noCall ? "callTime", $noBusiness ? "businessMiles", $noChanges ? "modifications",
       $noProtection ? "protectNoClaims", $noCar ? "courtesyCar"],
      $map($rows, function($row, $index) { $row.needsNumber = false ? "drivers[" & $index & "].licenceNumber" })),
    "outcomes": [
      $young > 0 ? "telematics", paymentPlan = "monthly" and $premium > 0 ? "instalments",
      $premium > 2000 or modified or ($value > 75000 and $not(tracker = true)) ? "refer",
      $count($rows[convictions > 3 or age > 85]) > 0 ? "decline"],
    "valid": ($noCall or $exists(phone)) and ($noBusiness or $exists(businessMiles)) and ($noChanges or $exists(modifications))
      and $count($rows[isMain]) = 1 and $count($rows[age < 17]) = 0
      and $count($rows[needsNumber and $not($exists(licenceNumber))]) = 0
      and $days >= 0 and $days <= 90
      and ($not($exists(firstRegistered)) or firstRegistered <= startDate)
      and ($noBusiness or $miles <= annualMiles)
      and $count(contactBy[$not($ in ["email", "phone", "post"])]) = 0 and $count(drivers) <= 6
      and ($noCall or $not($exists(callTime)) or callTime <= "20:00")
      and ${limits.map((limit) => written(limit, dialect).replace(/\b(vehicleValue|voluntaryExcess)\b(?=[ )])/g, "$number($1)")).join(" and ")}
      and $count(drivers[$not(${rowLimits.map((limit) => written(limit, dialect)).join(" and ")})]) = 0
  })`

interface Raw extends Omit<QuoteResult, "money"> {
  readonly money: ReadonlyArray<number>
}

export const jsonataPeer: Peer = {
  name: "jsonata",
  notes:
    "no types, unknown fields or sentences; doubles; a promise each; one program, ordered by hand; rounding, ages by hand",
  prepare: () => {
    const expression = jsonata(PROGRAM)
    expression.registerFunction("roundToPence", roundToPence, "<n:n>")
    expression.registerFunction("yearsBetween", yearsBetween, "<ss:n>")
    expression.registerFunction("daysBetween", daysBetween, "<ss:n>")
    expression.assign("today", OPTIONS.today)
    return {
      run: (payload): Promise<unknown> => expression.evaluate(payload),
      result: async (payload) => {
        const raw: Raw = await expression.evaluate(payload)
        return {
          ages: [...raw.ages],
          youngDrivers: raw.youngDrivers,
          money: raw.money.map(pounds),
          hidden: [...raw.hidden],
          outcomes: [...raw.outcomes],
          valid: raw.valid
        }
      }
    }
  }
}

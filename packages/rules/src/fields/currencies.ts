/** ISO 4217: the active currencies and how many decimals an amount in them has. */
import { didYouMean } from "../values/nearest.ts"

const WITHOUT = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
const WITH_THREE = "BHD IQD JOD KWD LYD OMR TND"
const WITH_FOUR = "CLF UYW"
const WITH_TWO =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU " +
  "CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES " +
  "KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR " +
  "NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP " +
  "TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG"

const decimals = (codes: string, count: number): ReadonlyArray<readonly [string, number]> =>
  codes.split(" ").map((code) => [code, count] as const)

/** Decimals by currency code. */
export const currencies: ReadonlyMap<string, number> = new Map([
  ...decimals(WITH_TWO, 2),
  ...decimals(WITHOUT, 0),
  ...decimals(WITH_THREE, 3),
  ...decimals(WITH_FOUR, 4)
])

/** What a currency is, for faults. */
export const A_CURRENCY = "a currency's three letters (ISO 4217), such as `GBP` or `EUR`"

/** The fault of a code that is none. */
export const unknownCurrency = (code: string): string =>
  `There is no currency \`${code}\`.${didYouMean(code, currencies.keys())}`

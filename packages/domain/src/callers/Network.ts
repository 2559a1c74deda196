/** A block of IP addresses, as in RFC 4632 and RFC 4291 §2.3: `203.0.113.0/24`, `2001:db8::/32`. */
import { Schema } from "effect"

/** An address is a block whose prefix has all of its bits. */
interface Block {
  readonly bits: 32 | 128
  readonly value: bigint
  /** Bits of the prefix. */
  readonly length: number
}

const octet = /^(?:0|[1-9]\d{0,2})$/u
const group = /^[0-9a-f]{1,4}$/iu

const four = (text: string): bigint | undefined => {
  const parts = text.split(".")
  if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) < 256)) return undefined
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n)
}

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

const six = (text: string): bigint | undefined => {
  const halves = text.split("::")
  if (halves.length > 2) return undefined
  const [head, tail] = [groupsOf(halves[0] ?? ""), groupsOf(halves[1] ?? "")]
  const zeros = 8 - head.length - tail.length
  if (halves.length === 2 ? zeros < 1 : zeros !== 0) return undefined
  const groups = [...head, ...Array.from({ length: zeros }, () => "0"), ...tail]
  if (!groups.every((part) => group.test(part))) return undefined
  return groups.reduce((value, part) => value * 65_536n + BigInt(`0x${part}`), 0n)
}

const addressOf = (text: string): Block | undefined => {
  const isSix = text.includes(":")
  const value = isSix ? six(text) : four(text)
  const bits = isSix ? 128 : 32
  return value === undefined ? undefined : { bits, value, length: bits }
}

const networkOf = (text: string): Block | undefined => {
  const [before = "", after = "", ...rest] = text.split("/")
  const address = addressOf(before)
  if (address === undefined || rest.length > 0 || !octet.test(after)) return undefined
  const length = Number(after)
  return length > address.bits ? undefined : { ...address, length }
}

const prefixOf = ({ bits, value }: Block, length: number): bigint => value >> BigInt(bits - length)

/** Whether the bits after the prefix are all zero. */
const isWhole = (text: string): boolean => {
  const network = networkOf(text)
  return (
    network !== undefined &&
    prefixOf(network, network.length) << BigInt(network.bits - network.length) === network.value
  )
}

export const Network = Schema.String.check(
  Schema.makeFilter(isWhole, { expected: "a block of addresses such as 203.0.113.0/24, zero after its prefix" })
).annotate({ examples: ["203.0.113.0/24", "2001:db8::/32"] })

/** Whether `inner`, an address or a network, lies in `outer`. False where one of them cannot be read. */
export const contains = (outer: string, inner: string): boolean => {
  const [wide, narrow] = [networkOf(outer), inner.includes("/") ? networkOf(inner) : addressOf(inner)]
  if (wide === undefined || narrow === undefined || wide.bits !== narrow.bits) return false
  return narrow.length >= wide.length && prefixOf(narrow, wide.length) === prefixOf(wide, wide.length)
}

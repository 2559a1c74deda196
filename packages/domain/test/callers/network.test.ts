/** Blocks of addresses (RFC 4632 and RFC 4291 §2.3), beside Node's own reader of addresses and list of blocks. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { BlockList } from "node:net"
import * as Network from "@formwork/domain/callers/Network"

const isNetwork = Schema.is(Network.Network)

const Bit = Schema.Literals([0, 1])
const Bits = Schema.Struct({
  isSix: Schema.Boolean,
  bits: Schema.Array(Bit).check(Schema.isMinLength(128), Schema.isMaxLength(128)),
  length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 128 })),
  inner: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 128 })),
  flipped: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 127 }))
})

const numbers = (bits: ReadonlyArray<number>, each: number): ReadonlyArray<number> =>
  Array.from({ length: bits.length / each }, (_, index) =>
    Number.parseInt(bits.slice(index * each, (index + 1) * each).join(""), 2)
  )

/** An address of these bits, and the shortest text of it. */
const textsOf = (bits: ReadonlyArray<number>): readonly [long: string, short: string] => {
  if (bits.length === 32) {
    const text = numbers(bits, 8).join(".")
    return [text, text]
  }
  const long = numbers(bits, 16)
    .map((group) => group.toString(16).toUpperCase().padStart(4, "0"))
    .join(":")
  return [long, new URL(`http://[${long}]`).hostname.slice(1, -1)]
}

const masked = (bits: ReadonlyArray<number>, length: number) => bits.map((bit, index) => (index < length ? bit : 0))

it.prop(
  "an address or a network lies in a network where its prefix is as long and begins with the same bits, however it is written",
  [Bits],
  ([given]) => {
    const [family, all] = given.isSix ? (["ipv6", 128] as const) : (["ipv4", 32] as const)
    const bits = given.bits.slice(0, all)
    const [length, inner, at] = [given.length, given.inner, given.flipped].map((number) => number % (all + 1))
    if (length === undefined || inner === undefined || at === undefined) return assert.fail("three numbers")
    const near = bits.map((bit, index) => (index === at ? 1 - bit : bit))
    const list = new BlockList()
    list.addSubnet(textsOf(masked(bits, length))[1], length, family)
    for (const outer of textsOf(masked(bits, length)).map((text) => `${text}/${length}`)) {
      assert.isTrue(isNetwork(outer), outer)
      for (const other of [bits, near]) {
        for (const address of textsOf(other))
          assert.strictEqual(Network.contains(outer, address), list.check(address, family), `${outer} ${address}`)
        const [start, short] = textsOf(masked(other, inner))
        const isWithin = inner >= length && list.check(short, family)
        assert.strictEqual(Network.contains(outer, `${start}/${inner}`), isWithin, `${outer} ${short}/${inner}`)
      }
    }
  },
  { arbitrary: { runs: 300 } }
)

it("a network is an address that is zero after its prefix, a slash, and the bits of the prefix", () => {
  for (const text of [
    "0.0.0.0/0",
    "128.0.0.0/1",
    "203.0.113.0/24",
    "203.0.113.255/32",
    "::/0",
    "::1/128",
    "2001:db8::/32",
    "2001:DB8:0:0:0:0:0:0/32",
    "1:2:3:4:5:6:7::/128",
    "::2:3:4:5:6:7:8/128",
    "1:2:3:4:5:6:7:8/128"
  ])
    assert.isTrue(isNetwork(text), text)
  for (const text of [
    "",
    "/",
    "/24",
    "203.0.113.0",
    "203.0.113.0/",
    "203.0.113.0/024",
    "203.0.113.0/24 ",
    "203.0.113.0/24/24",
    "203.0.113.0/33",
    "203.0.113.0/1000",
    "203.0.113.0/-1",
    "203.0.113.1/24",
    "203.0.113.256/32",
    "203.0.113/24",
    "203.0.113.0.0/24",
    "203.0.0113.0/24",
    "203.0..0/24",
    "x203.0.113.0/24",
    "203.0.113.0x/24",
    "::/129",
    "2001:db8::1/32",
    "2001::db8::/32",
    "1:2:3:4::5:6:7:8::/128",
    ":::/0",
    ":1::/128",
    "1::2:/128",
    "1:2:3:4:5:6:7/128",
    "1:2:3:4:5:6:7:/128",
    "1:2:3:4:5:6:7:8:9/128",
    "1:2:3:4::5:6:7:8/128",
    "12345::/128",
    "g::/128",
    "x1::/128",
    "::ffff:203.0.113.0/128",
    "fe80::1%eth0/128"
  ])
    assert.isFalse(isNetwork(text), text)
})

it("a text that cannot be read lies in no network, and no network lies in it; IPv4 and IPv6 are apart", () => {
  for (const [outer, inner] of [
    ["0.0.0.0/0", "unknown"],
    ["0.0.0.0/0", ""],
    ["0.0.0.0/0", "203.0.113.0/33"],
    ["::/0", "::x"],
    ["unknown", "203.0.113.1"],
    ["203.0.113.1", "203.0.113.1"],
    ["0.0.0.0/0", "::1"],
    ["0.0.0.0/0", "::ffff:203.0.113.1"],
    ["::/0", "203.0.113.1"],
    ["::/0", "0.0.0.0/0"]
  ] as const)
    assert.isFalse(Network.contains(outer, inner), `${outer} ${inner}`)
})

it("the schema says what a network is", () => {
  const message = Schema.decodeUnknownResult(Network.Network)("203.0.113.1/24")
  assert.include(String(message), "a block of addresses such as 203.0.113.0/24, zero after its prefix")
  const examples = Network.Network.ast.checks?.flatMap(({ annotations }) => annotations?.["examples"] ?? [])
  assert.deepStrictEqual(examples, ["203.0.113.0/24", "2001:db8::/32"])
})

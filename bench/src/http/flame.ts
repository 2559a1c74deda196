/** A flame graph of the servers of a run: what their time went to, as one SVG file. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** As V8 writes it (https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile). */
interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
    readonly children?: ReadonlyArray<number>
  }>
  readonly samples: ReadonlyArray<number>
  readonly timeDeltas: ReadonlyArray<number>
}

interface Frame {
  readonly label: string
  micros: number
  readonly children: Map<string, Frame>
}

const idle: ReadonlySet<string> = new Set(["(idle)", "(program)", "(root)"])

const labelOf = ({ functionName, lineNumber, url }: Profile["nodes"][number]["callFrame"]): string => {
  const file = url.replace(/^file:\/\//u, "").replace(/^.*\/(?=(?:packages|apps|bench|node_modules)\/)/u, "")
  return `${functionName || "(anonymous)"}${file === "" ? "" : ` ${file}:${lineNumber + 1}`}`
}

/** Adds the samples of a profile to `root`, merging equal stacks. */
const add = (root: Frame, { nodes, samples, timeDeltas }: Profile): void => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ children = [], id }) => children.map((child) => [child, id] as const)))
  const frames = new Map<number, Frame>()
  // Loading modules is left out: it is a third of a short run, and no request waits for it.
  const loading: Frame = { label: "", micros: 0, children: new Map() }
  const frameOf = (id: number): Frame => {
    const known = frames.get(id)
    if (known !== undefined) return known
    const node = byId.get(id)
    const parentId = parents.get(id)
    const parent = parentId === undefined ? root : frameOf(parentId)
    if (node?.callFrame.url.startsWith("node:internal/modules/") === true) {
      frames.set(id, loading)
      return loading
    }
    if (node === undefined || idle.has(node.callFrame.functionName)) return parent
    const label = labelOf(node.callFrame)
    const frame = parent.children.get(label) ?? { label, micros: 0, children: new Map() }
    parent.children.set(label, frame)
    frames.set(id, frame)
    return frame
  }
  samples.forEach((id, index) => {
    const name = byId.get(id)?.callFrame.functionName ?? ""
    if (!idle.has(name)) frameOf(id).micros += timeDeltas[index] ?? 0
  })
}

const totalOf = (frame: Frame): number =>
  frame.micros + [...frame.children.values()].reduce((sum, child) => sum + totalOf(child), 0)

const width = 1600
const height = 17

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A colour by the file, so that the parts of one module look alike. */
const colourOf = (label: string): string => {
  const place = label.slice(label.indexOf(" ") + 1).replace(/:\d+$/u, "")
  const hue = Buffer.from(place).reduce((sum, byte) => (sum * 31 + byte) % 360, 7)
  return `hsl(${hue} 65% 72%)`
}

const svgOf = (root: Frame): string => {
  const whole = totalOf(root)
  const boxes: Array<string> = []
  let depth = 0
  const draw = (frame: Frame, left: number, level: number): void => {
    depth = Math.max(depth, level)
    let at = left
    for (const child of [...frame.children.values()].sort((a, b) => totalOf(b) - totalOf(a))) {
      const total = totalOf(child)
      const span = (total / whole) * width
      if (span >= 1) {
        const share = `${((100 * total) / whole).toFixed(1)} %`
        const shown = child.label.slice(0, Math.max(0, Math.floor(span / 6.6) - 1))
        boxes.push(
          `<g><title>${escaped(child.label)}: ${share}</title><rect x="${at.toFixed(1)}" y="${level * height}" width="${(span - 0.5).toFixed(1)}" ` +
            `height="${height - 1}" fill="${colourOf(child.label)}"/><text x="${(at + 2).toFixed(1)}" y="${level * height + 12}">${escaped(shown)}</text></g>`
        )
        draw(child, at, level + 1)
      }
      at += span
    }
  }
  draw(root, 0, 0)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${(depth + 1) * height}" font-family="monospace" font-size="11">` +
    `<rect width="100%" height="100%" fill="white"/>${boxes.join("")}</svg>\n`
  )
}

/**
 * Makes every server that is started with `flags` keep a profile of itself.
 * `draw` writes the picture to `file`, once those servers have ended.
 */
export const record = (file: string) => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-profile-"))
  const draw = (): void => {
    const root: Frame = { label: "", micros: 0, children: new Map() }
    for (const name of readdirSync(folder)) {
      const profile: Profile = JSON.parse(readFileSync(join(folder, name), "utf8"))
      add(root, profile)
    }
    writeFileSync(file, svgOf(root))
    rmSync(folder, { recursive: true, force: true })
  }
  return { flags: ["--cpu-prof", `--cpu-prof-dir=${folder}`], draw }
}

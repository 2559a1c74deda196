/** VitePress' own theme, and diagrams: a block of Mermaid becomes a picture in the browser. */
import source from "@mermaid-js/tiny/dist/mermaid.tiny.js?url"
import { useData, useRoute } from "vitepress"
import DefaultTheme from "vitepress/theme"
import { nextTick, onMounted, watch } from "vue"

interface Mermaid {
  readonly initialize: (options: { readonly startOnLoad: boolean; readonly theme: string }) => void
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>
}

/** The file is a script, not a module: it leaves what it makes in a global variable. Only a page with a diagram loads it. */
const load = (): Promise<Mermaid> =>
  new Promise((resolve, reject) => {
    const done = () => resolve(Reflect.get(globalThis, "mermaid"))
    if (Reflect.has(globalThis, "mermaid")) return done()
    const script = Object.assign(document.createElement("script"), { src: source })
    script.addEventListener("load", done)
    script.addEventListener("error", reject)
    document.head.append(script)
  })

/** Draws each diagram of the page, in the colours that the page has. */
const draw = async (isDark: boolean): Promise<void> => {
  await nextTick()
  const blocks = [...document.querySelectorAll(".language-mermaid")]
  if (blocks.length === 0) return
  const mermaid = await load()
  mermaid.initialize({ startOnLoad: false, theme: isDark ? "dark" : "neutral" })
  for (const [index, block] of blocks.entries()) {
    const text = block.getAttribute("data-source") ?? block.querySelector("code")?.textContent ?? ""
    const { svg } = await mermaid.render(`diagram-${index}`, text)
    block.setAttribute("data-source", text)
    block.innerHTML = svg
  }
}

export default {
  extends: DefaultTheme,
  setup: () => {
    const { isDark } = useData()
    const route = useRoute()
    onMounted(() => watch([isDark, () => route.path], () => draw(isDark.value), { immediate: true }))
  }
}

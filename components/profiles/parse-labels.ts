/** `slow, after 1.4` as the labels it names: trimmed, each once, no empty ones. */
export function parseLabels(text: string): string[] {
  const labels = text.split(',').map((label) => label.trim())
  return [...new Set(labels)].filter(Boolean)
}

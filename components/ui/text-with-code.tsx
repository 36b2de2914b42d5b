import { Name } from './name.tsx'

/** A sentence on as many lines as it takes; what is to be typed stands in `backticks`. */
export function TextWithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) => <Name key={index} text={part} wrap mono={index % 2 === 1} />)
}

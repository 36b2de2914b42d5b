import { CopyButton } from './copy-button.tsx'

/** A command to run on the host, ready to copy; or another text for a machine, which `label` names: "Copy link". */
export function Command({ text, label = 'Copy command' }: { text: string; label?: string }) {
  return (
    <div className="flex max-w-full min-w-0 items-center gap-1 rounded-md border border-line bg-sunken py-0.5 pr-0.5 pl-2.5">
      <code className="min-w-0 flex-1 py-1 font-mono text-xs break-words whitespace-pre-wrap select-all">
        {text.split(/(\s+)/).map((word, index) =>
          // Words at even indexes, the blanks between them at odd ones. A word is a box of its own: else an option is
          // broken after its hyphen: "-" and "v /var/run".
          index % 2 === 0 ? (
            <span key={index} className="inline-block max-w-full">
              {word}
            </span>
          ) : (
            word
          ),
        )}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  )
}

import { CopyButton } from '../ui/copy-button.tsx'
import { Name } from '../ui/name.tsx'

/** The arguments a JVM was started with, one a line, secrets already masked by the collector. */
export function CommandLine({ parts }: { parts: readonly string[] }) {
  return (
    <div className="relative rounded-md border border-line bg-sunken">
      <div className="absolute top-1 right-1">
        <CopyButton text={parts.join(' ')} label="Copy command line" />
      </div>
      <ol className="max-h-96 overflow-y-auto py-2 pr-10 pl-3" tabIndex={0} aria-label="Command line">
        {parts.map((part, index) => (
          <li key={index} className="py-0.5 leading-5">
            <Name text={part} mono wrap />
          </li>
        ))}
      </ol>
    </div>
  )
}

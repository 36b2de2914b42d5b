/**
 * Files of tools of macOS, Windows, Android, Solaris and BSD that Hearth does not read. The rows are tried in this
 * order, and the first one that fits counts. A sign is matched with the first 64 KiB, one character a byte, without
 * blank lines at their start (`ForeignFormat.sign`).
 */
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { fold, row } from './foreign-row.ts'

const zip = 'PK\x03\x04'

const exportInstruments =
  'Export the time profile with `xcrun xctrace export`, fold it with `inferno-collapse-xctrace` and import the result.'
const foldSimpleperf = 'Record with simpleperf, fold with its `stackcollapse.py` (Android NDK) and import the result.'
const exportPerfView = 'Open it in PerfView, save its CPU stacks in the format of speedscope and import that.'
const foldTraceconv = 'Fold its samples with `traceconv profile FILE` and import the pprof files that it writes.'
const runVtune =
  'Run `vtune -R top-down -call-stack-mode all -column="CPU Time:Self","Module" -filter "Function Stack" -format csv -csv-delimiter comma`, fold its output with `inferno-collapse-vtune` and import the result.'

export const otherSystems = [
  // macOS
  row(
    (text) => text.startsWith(zip) && text.includes('.trace/'),
    'it is a recording of Instruments in a zip archive',
    exportInstruments,
  ),
  row(/^<\?xml[^>]*>\s*<trace-(query-result|toc)/, 'it is an export of xctrace', fold('inferno-collapse-xctrace FILE')),
  row(/^[^\t\n]+\t[^\n]*\tSymbol Names?\n/, 'it is a copy of a table of Instruments', exportInstruments),
  row(
    /^(Sampling process \d+ [^\n]*\n([^\n]+\n)?)?Analysis of sampling .* \(pid \d+\)/,
    'it is output of `sample` of macOS',
    fold('inferno-collapse-sample FILE'),
  ),
  row(
    /^Date\/Time: [^\n]*\n(End time|OS Version): /,
    'it is a report of spindump of macOS',
    'Record with `sample PID`, fold that with `inferno-collapse-sample` and import the result.',
  ),
  row(
    /^\{[^{]*"recording"\s*:\s*\{\s*"displayName"/,
    'it is a timeline of Safari',
    'Record the page in Chrome or Firefox.',
  ),
  // Solaris, illumos and BSD; DTrace is on macOS, too
  row(/^(dtrace: [^\n]*\n\s*)*CPU +ID +FUNCTION:NAME/, 'it is output of DTrace', fold('inferno-collapse-dtrace FILE')),
  // A stack, one frame of which is of a module, and its count: a backtick alone is in other texts, too.
  row(
    /^( +\S[^\n`]*\n){0,200}? +[^\s`;]+`[^\s`;][^\n`;]*\n( +\S[^\n]*\n){0,200}? +\d+$/m,
    'it is output of DTrace',
    fold('inferno-collapse-dtrace FILE'),
  ),
  // A stack of DTrace's jstack(): Java methods with their descriptors, and no module; at any line (`m`), below
  // "dtrace: description ... matched 1 probe" or frames without descriptors.
  row(
    /^ +[\w$/]+\.[\w$<>]+\([\w$/;[]*\)[\w$/;[]+\*?\n( +\S[^\n]*\n){0,200}? +\d+$/m,
    'it is output of DTrace',
    fold('inferno-collapse-dtrace FILE'),
  ),
  row(/^@ \S+ \[\d+ samples\]/, 'it is output of pmcstat', fold('stackcollapse-pmc.pl FILE')),
  // Windows
  row(/^((war|vtune): [^\n]*\n)*Function( Stack)?[,;\t ]+CPU Time/, 'it is a report of VTune', runVtune),
  row(/^Level,Function Name,Number of Calls/, 'it is a report of Visual Studio', fold('inferno-collapse-vsprof FILE')),
  row(
    (text) =>
      /^(Function Name,"?Total CPU|<StackWindow>|BeginHeader\n)/.test(text) ||
      (text.startsWith(zip) && text.includes('metadata.xml')) ||
      // The name of an .etl file, in UTF-16.
      (text.includes('\0\0') && /\.\0e\0t\0l\0/i.test(text)),
    'it is a recording or table of Visual Studio, PerfView or ETW',
    exportPerfView,
  ),
  row(
    /^([^\n]{0,300}?,)?Stack,[^\n]{0,300}?Weight \(in view\)/,
    'it is a table of Windows Performance Analyzer',
    exportPerfView,
  ),
  // Android
  row('SIMPLEPERF', 'it is a recording of simpleperf', foldSimpleperf),
  row(
    /^(Cmdline: [^\n]*simpleperf |record sample: type 9\b|sample:\n +event_type: |magic: PERFILE2\n)/,
    'it is text of simpleperf',
    foldSimpleperf,
  ),
  row(/^SLOW.\0|^\*version\n\d/, 'it is a method trace of Android (ART)', foldSimpleperf),
  row(/^-{4,5} pid \d+ at \d{4}-/, 'it is a trace of Android (ANR)', foldSimpleperf),
  row(/^packet \{\n/, 'it is a trace of Perfetto as text', foldTraceconv),
  row(isPerfettoTrace, 'it is a trace of Perfetto', foldTraceconv),
]

/**
 * Whether it is a trace of Perfetto. Such a file holds only fields 1, its packets, and one of them has a number in
 * field 10 (sequence), 79 (process), 58 (clock) or 8 (time). No message of pprof or OTLP has a number there.
 *
 * Source: protos/perfetto/trace/trace_packet.proto of Perfetto.
 */
function isPerfettoTrace(text: string): boolean {
  // A letter of text may pass for a length, and what follows for fields. So there must be a byte below 9: text has
  // none.
  if (!text.startsWith('\n') || !Array.from(text.slice(0, 4096)).some((one) => one < '\t')) return false
  const bytes = Uint8Array.from(text.slice(0, 4096), (one) => one.charCodeAt(0))
  try {
    // Without an end, since the last packet here may go on after the 4,096 bytes.
    const packets = new ProtobufReader(bytes, 0, Infinity)
    for (let packet = packets.next(); packet > 0; packet = packets.next()) {
      if (packet !== 1 || !packets.isDelimited) return false
      const fields = packets.message()
      for (let field = fields.next(); field > 0; field = fields.next()) {
        if ((field === 8 || field === 10 || field === 58 || field === 79) && !fields.isDelimited) return true
        fields.skip()
      }
    }
  } catch {
    return false
  }
  return false
}

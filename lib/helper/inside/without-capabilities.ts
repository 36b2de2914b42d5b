/**
 * Runs a program without any capability: `node without-capabilities.ts PROGRAM ARGUMENT...`. For what reads files that
 * a container wrote, inside a helper whose own rights are larger than that program needs.
 */
import { dropCapabilities } from '../../host/command/drop-capabilities.ts'

const [command, ...args] = process.argv.slice(2)
if (command === undefined || !command.startsWith('/') || process.execve === undefined) throw new Error('no program')
dropCapabilities()
process.execve(command, [command, ...args], process.env)

const framePointerOption = '-XX:+PreserveFramePointer'

/**
 * What is asked for in several places: in findings of the doctor, in checks of the host, and in the quality of a
 * profile, which a page works out. A reader with CAP_SYSLOG, as perf and bpftrace have, sees the kernel's addresses at
 * 1; 0 would show them to every user.
 *
 * Source: kallsyms_show_value() in kernel/ksyms_common.c of Linux.
 */
export const repairs = {
  framePointers: {
    /** What such a graph lacks, after who keeps none. */
    loss: 'keeps no frame pointers: many stacks lack callers of compiled Java methods.',
    remedy: `Restart the service with ${framePointerOption}, which costs about 1% of CPU.`,
    option: framePointerOption,
  },
  /** A C library is not built anew for a profile. */
  cLibraryFramePointers: {
    remedy:
      'Record waits with async-profiler (wall clock or locks), which needs no frame pointers, or use an image whose C library has them: Fedora 38, Ubuntu 24.04 and later.',
  },
  kernelSymbols: {
    remedy: 'Let root read the addresses of kernel functions: kernel.kptr_restrict must be 0 or 1.',
    command: 'sysctl -w kernel.kptr_restrict=1',
  },
  helperImage: { remedy: 'Build it once.', command: 'npx hearth build-helper' },
} as const

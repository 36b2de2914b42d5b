package shop;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Thread factories whose threads carry a name, since a profile without names says little. */
public final class Threads {
  /** Threads called {@code name}-1, {@code name}-2 and so on; daemons, so that the shop ends when its server does. */
  public static ThreadFactory numbered(String name) {
    AtomicInteger next = new AtomicInteger(1);
    return task -> named(name + "-" + next.getAndIncrement()).newThread(task);
  }

  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private Threads() {}
}

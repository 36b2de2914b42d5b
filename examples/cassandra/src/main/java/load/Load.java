package load;

import com.datastax.driver.core.Cluster;
import com.datastax.driver.core.PreparedStatement;
import com.datastax.driver.core.Session;
import com.datastax.driver.core.exceptions.NoHostAvailableException;

/** Two customers of the node beside it, each of whom writes an order and reads some again when the answer is there. */
public final class Load {
  private static final int customers = 2;
  private static final int orders = 1000;

  public static void main(String[] args) throws InterruptedException {
    Session session = connect();
    session.execute(
        "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute(
        "CREATE TABLE shop.orders (customer int, id int, note text, PRIMARY KEY (customer, id))");
    PreparedStatement write = session.prepare("INSERT INTO shop.orders (customer, id, note) VALUES (?, ?, ?)");
    PreparedStatement read = session.prepare("SELECT id, note FROM shop.orders WHERE customer = ? LIMIT 50");
    for (int customer = 0; customer < customers; customer++) {
      int own = customer;
      Thread thread = new Thread(() -> order(session, write, read, own), "customer-" + own);
      thread.start();
    }
    System.out.println("load runs");
  }

  private static void order(Session session, PreparedStatement write, PreparedStatement read, int customer) {
    for (int id = 0; ; id = (id + 1) % orders) {
      session.execute(write.bind(customer, id, "one of " + orders));
      session.execute(read.bind(customer)).all();
    }
  }

  /** The node listens some seconds after its start. */
  private static Session connect() throws InterruptedException {
    while (true) {
      Cluster cluster = Cluster.builder().addContactPoint("127.0.0.1").build();
      try {
        return cluster.connect();
      } catch (NoHostAvailableException notYet) {
        cluster.close();
        Thread.sleep(1000);
      }
    }
  }
}

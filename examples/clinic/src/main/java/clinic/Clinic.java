package clinic;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Owners, their pets, the visits of the pets, and vets: an ordinary web application on a relational database. */
@SpringBootApplication
public class Clinic {
  public static void main(String[] arguments) {
    SpringApplication.run(Clinic.class, arguments);
  }
}

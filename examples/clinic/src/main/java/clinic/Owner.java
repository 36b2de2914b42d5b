package clinic;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.util.ArrayList;
import java.util.List;

@Entity
public class Owner extends Person {
  private String street;
  private String city;
  private String telephone;

  @OneToMany(mappedBy = "owner", cascade = CascadeType.ALL)
  @OrderBy("name")
  private List<Pet> pets = new ArrayList<>();

  protected Owner() {}

  Owner(String firstName, String lastName, String street, String city, String telephone) {
    super(firstName, lastName);
    this.street = street;
    this.city = city;
    this.telephone = telephone;
  }

  public String getStreet() {
    return street;
  }

  public String getCity() {
    return city;
  }

  public String getTelephone() {
    return telephone;
  }

  public List<Pet> getPets() {
    return pets;
  }
}

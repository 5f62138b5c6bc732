package dev.alkdev.operations.examples.spring;

import dev.alkdev.operations.OperationSource;
import dev.alkdev.operations.openapi.DocumentSource;
import dev.alkdev.operations.openapi.HttpServiceOptions;
import dev.alkdev.operations.openapi.OpenApiSource;
import dev.alkdev.operations.spring.OperationsMounts;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** A shop: its orders are operations, its stock is a REST API of somebody else. */
@SpringBootApplication
public class ShopApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ShopApplication.class, arguments);
    }

    // snippet: source
    @Bean
    OperationSource stockApi(@Value("${stock.url}") String url) {
        return OpenApiSource.of(
                DocumentSource.url(url + "/openapi.json"), HttpServiceOptions.of("stock"));
    }

    // end

    // snippet: security
    @Bean
    SecurityFilterChain security(HttpSecurity http, OperationsMounts operations) {
        return http.authorizeHttpRequests(
                        requests ->
                                requests.requestMatchers("/actuator/health")
                                        .permitAll()
                                        .requestMatchers("/api/openapi.json", "/api/health/**")
                                        .permitAll()
                                        .anyRequest()
                                        .authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(csrf -> csrf.ignoringRequestMatchers(operations.patterns()))
                .build();
    }

    // end

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("ann")
                        .password("{noop}ann-secret")
                        .authorities("SCOPE_orders:write")
                        .build(),
                User.withUsername("bob")
                        .password("{noop}bob-secret")
                        .authorities("reader")
                        .build());
    }
}

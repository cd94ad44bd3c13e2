package dev.drawbridge.constraint.content;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Held against k8s.io/utils/net, ParseCIDRSloppy, and IP.String of Go. */
class AddressesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        192.0.2.5/24                  | 192.0.2.5/24
        192.000.02.5/024              | 192.0.2.5/24
        2001:0DB8:0:0::5/64           | 2001:db8::5/64
        ::/0                          | ::/0
        ::1/128                       | ::1/128
        1::/16                        | 1::/16
        ::ffff:1.2.3.4/120            | 1.2.3.4/120
        64:ff9b::192.0.2.1/96         | 64:ff9b::c000:201/96
        1:2:3:4:5:6:7:8/1             | 1:2:3:4:5:6:7:8/1
        00001:2:3:4:5:6:7:8/1         | 1:2:3:4:5:6:7:8/1
        """)
    void anyWritingIsRead(String text, String canonical) {
        assertThat(Addresses.canonicalCidr(text)).isEqualTo(canonical);
        assertThat(Addresses.cidr(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "1.2.3.4",
                "1.2.3/8",
                "1.2.3.4.5/8",
                "1.2.3.256/8",
                "1.2.3.4/33",
                "1.2.3.4/-1",
                "1.2.3.4/",
                "1.2.3.4/8 ",
                ":/8",
                ":::/8",
                "1:2/8",
                "1::2::3/8",
                "1:2:3:4:5:6:7:8:9/8",
                "1:2:3:4:5:6:7::8/8/8",
                "1:2:3:4:5:6:7:8::/8",
                "1:2:3:4:5:6:7:/8",
                "10000::/8",
                "::1.2.3/8",
                "1.2.3.4::/8",
                "fe80::1%eth0/64",
                "::/129",
                "1.2.3.4/16777215",
                "1:2:3:4:5:6:7:1.2.3.4/8"
            })
    void whatIsNoAddressIsNot(String text) {
        assertThat(Addresses.canonicalCidr(text)).isNull();
        assertThat(Addresses.cidr(text)).isNotNull();
    }
}

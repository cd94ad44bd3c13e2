// Command ports records what Go answers about the inputs of the ports in dev.drawbridge.port.
//
//	go run .             writes the answers again, for the inputs that the tables have
//	go run . -more 200   adds so many random inputs to each table first
//
// A table is a file of src/test/resources/ports. Each line is an input and Go's answer, two JSON strings with a tab
// between them; null is the answer where Go refuses the input. To try an input, add a line with any answer and run it.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"regexp/syntax"
	"runtime"
	"runtime/debug"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/blang/semver/v4"
	"k8s.io/apimachinery/pkg/api/resource"
	netutils "k8s.io/utils/net"
)

// A port: what Go answers about an input, and the pieces that random inputs are made of.
type port struct {
	answer func(in string) (string, error)
	pieces []string
}

var ports = map[string]port{
	"address":  {address, addressPieces},
	"bool":     {truth, []string{"t", "T", "true", "True", "TRUE", "tRUE", "1", "0", "f", "F", "false", " "}},
	"cidr":     {cidr, append(addressPieces, "/", "/", "/8", "/64", "/032", "/129")},
	"duration": {duration, []string{"1", "9", "0", "9223372036854775807", ".", "-", "+", "h", "m", "s", "ms", "us", "µs", "μs", "ns", " ", "d", "5s", "1h"}},
	"float":    {float, []string{"1", "9", "0", "5", "17976931348623157", ".", "-", "+", "e", "E", "e3", "e-5", "e308", "_", "0x", "p", "p1", "inf", "NaN", "Infinity", " "}},
	"lower":    {lower, []string{"A", "z", "İ", "ı", "ß", "ẞ", "Σ", "ς", "K", "ſ", "Ǆ", "ǅ", "Ω", "É", "0", "-", "𐐀", "Ა", "Ꭰ", "ꭰ"}},
	"prefix":   {prefix, append(addressPieces, "/", "/", "/8", "/64", "/032", "/129")},
	"quantity": {quantity, []string{"1", "9", "0", "00", "5", "123456789012345678", "999999999999", ".", ".", "-", "+", "Ki", "Mi", "Gi", "Ei", "n", "u", "m", "k", "M", "G", "T", "P", "E", "e", "e3", "e-10", "E+2", " ", "\u00a0", "K", "_"}},
	"regexp":   {regexpCode, []string{"a", "b", "(", ")", "(", ")", "[", "]", "[^", "-", "*", "+", "?", "{2}", "{1001}", "{3,2}", "{,1}", "{1,}", "|", "^", "$", ".", "\\d", "\\pL", "\\p{Greek}", "\\p{Nope}", "\\x41", "\\x{110000}", "\\", "\\Q", "\\E", "(?i)", "(?:", "(?P<n>", "(?<m>", "(?=", "[[:alpha:]]", "[:foo:]", "é", "\\1", "\\b", "\\C", "(?i-s:", "{1000}"}},
	"semver":   {version, []string{"1", "0", "01", "2", ".", ".", "-", "+", "rc", "a", "v", "18446744073709551615", "18446744073709551616", "1.2.3", "1.0.0", "-rc.1", "-1", "+b.2", "é", " "}},
	"time":     {instant, []string{"2026-01-01T00:00:00Z", "2026-02-29", "2024-02-29", "2026-12-31", "0001-01-01", "T", "t", "23:59:59", "24:00:00", "1:00:00", "00:00:60", ".5", ",5", ".123456789123", "Z", "z", "+02:00", "-23:59", "+24:00", "+24:60", "+0200", " "}},
	"trim":     {trim, []string{" ", "\t", "\u00a0", "\u0085", "\u2003", "\u200b", "\ufeff", "\u3000", "\u001c", "\u2028", "\u180e", "a"}},
	"url":      {link, []string{"http", "https", "HTTP", "x+y", "1", ":", "//", "/", "a.example.com", "user", ":pw", "@", "[::1]", "[fe80::1%25eth0]", ":80", ":8a", "?", "q=1&r=%20", "q;r", "#", "frag%", "%41", "%zz", " ", "é", "*", "..", "%2F", "<", "\"", "\\", "[", "]", "'"}},
}

// Kubernetes computes for minutes with such a quantity, where Drawbridge counts the exponent as 1,000.
var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{4}`)

var addressPieces = []string{"1", "0", "255", "256", "01", ".", ".", ".", ":", ":", "::", "ffff", "FFFF", "10000", "fe80", "ff02", "%eth0", "1.2.3.4", "2001:db8", "127.0.0.1", "224.0.0.1", "169.254.1.1"}

func address(in string) (string, error) {
	a, err := netip.ParseAddr(in)
	if err != nil {
		return "", err
	}
	if a.Zone() != "" || a.Is4In6() { // as k8s.io/apiserver/pkg/cel/library, parseIPAddr
		return "", fmt.Errorf("refused by Kubernetes")
	}
	return fmt.Sprint(a, " unspecified=", a.IsUnspecified(), " loopback=", a.IsLoopback(), " multicast=", a.IsLinkLocalMulticast(),
		" link=", a.IsLinkLocalUnicast(), " global=", a.IsGlobalUnicast()), nil
}

func prefix(in string) (string, error) {
	p, err := netip.ParsePrefix(in)
	if err != nil {
		return "", err
	}
	if p.Addr().Is4In6() {
		return "", fmt.Errorf("refused by Kubernetes")
	}
	return fmt.Sprint(p, " masked=", p.Masked()), nil
}

func cidr(in string) (string, error) {
	ip, network, err := netutils.ParseCIDRSloppy(in)
	if err != nil {
		return "", err
	}
	ones, _ := network.Mask.Size()
	return fmt.Sprintf("%s/%d", ip, ones), nil
}

func truth(in string) (string, error) {
	b, err := strconv.ParseBool(in)
	return strconv.FormatBool(b), err
}

func float(in string) (string, error) {
	f, err := strconv.ParseFloat(in, 64)
	return strconv.FormatFloat(f, 'g', -1, 64) + " " + strconv.FormatFloat(f, 'f', -1, 64), err
}

func duration(in string) (string, error) {
	d, err := time.ParseDuration(in)
	return fmt.Sprint(d.Nanoseconds(), " ", strconv.FormatFloat(d.Seconds(), 'f', -1, 64), "s"), err
}

func instant(in string) (string, error) {
	t, err := time.Parse(time.RFC3339, in)
	return fmt.Sprint(t.Unix(), " ", t.Nanosecond(), " zero=", t.IsZero()), err
}

func lower(in string) (string, error) { return strings.ToLower(in), nil }

func trim(in string) (string, error) { return strings.TrimSpace(in), nil }

func quantity(in string) (string, error) {
	q, err := resource.ParseQuantity(in)
	if err != nil {
		return "", err
	}
	value, thousandths := q.Value(), q.MilliValue() // before AsDec, which changes how q is kept
	sign := q.Sign()
	return fmt.Sprint(q.AsDec(), " ", value, " ", thousandths, " ", sign), nil
}

// regexpCode is "" for an expression, and the code of Go's error for what is not one.
func regexpCode(in string) (string, error) {
	_, err := syntax.Parse(in, syntax.Perl)
	if err != nil {
		return err.(*syntax.Error).Code.String(), nil
	}
	return "", nil
}

func version(in string) (string, error) {
	v, err := semver.Parse(in)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(v, " to 1.2.3-rc.1: ", v.Compare(semver.MustParse("1.2.3-rc.1"))), nil
}

func link(in string) (string, error) {
	// As k8s.io/apiserver/pkg/cel/library/urls.go: it must be a request's URI, and is then parsed with its fragment.
	if _, err := url.ParseRequestURI(in); err != nil {
		return "", err
	}
	u, err := url.Parse(in)
	if err != nil {
		return "", err
	}
	query := u.Query()
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	sort.Strings(names)
	var values strings.Builder
	for _, name := range names {
		fmt.Fprintf(&values, " %s=%s", name, strings.Join(query[name], ","))
	}
	return fmt.Sprintf("scheme=%s host=%s hostname=%s port=%s path=%s query=[%s ]", u.Scheme, u.Host, u.Hostname(), u.Port(), u.EscapedPath(),
		values.String()), nil
}

func main() {
	more := flag.Int("more", 0, "random inputs to add to each table")
	folder := flag.String("tables", "../../resources/ports", "the folder of the tables")
	flag.Parse()
	for name, port := range ports {
		if err := write(filepath.Join(*folder, name+".tsv"), name, port, *more); err != nil {
			log.Fatal(err)
		}
	}
}

func write(file, name string, port port, more int) error {
	inputs, err := read(file)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(uint64(len(inputs)), uint64(len(name))))
	for range more {
		if in := port.random(random, inputs); !hugeExponent.MatchString(in) || name != "quantity" {
			inputs = append(inputs, in)
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s: input and answer, of %s and %s\n", name, runtime.Version(), modules())
	seen := map[string]bool{}
	for _, in := range inputs {
		if seen[in] {
			continue
		}
		seen[in] = true
		answer, err := port.answer(in)
		shown := "null"
		if err == nil {
			shown = quoted(answer)
		}
		fmt.Fprintf(&out, "%s\t%s\n", quoted(in), shown)
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// random is some pieces, or, nine times in ten, one of the inputs that Go takes with a piece in place of a character.
func (p port) random(random *rand.Rand, inputs []string) string {
	piece := func() string { return p.pieces[random.IntN(len(p.pieces))] }
	for random.IntN(10) > 0 {
		in := inputs[random.IntN(len(inputs))]
		if _, err := p.answer(in); err == nil {
			text := []rune(in)
			at := random.IntN(len(text) + 1)
			return string(text[:at]) + piece() + string(text[min(len(text), at+random.IntN(2)):])
		}
	}
	var in strings.Builder
	for range 1 + random.IntN(4) {
		in.WriteString(piece())
	}
	return in.String()
}

// read returns the first column of a table; a table that is not there is empty.
func read(file string) ([]string, error) {
	data, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return nil, nil
	}
	var inputs []string
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		column, _, _ := strings.Cut(lines.Text(), "\t")
		var in string
		if err := json.Unmarshal([]byte(column), &in); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		inputs = append(inputs, in)
	}
	return inputs, err
}

// quoted is the text as a JSON string of ASCII.
func quoted(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteString("\\" + string(r))
		case r >= ' ' && r < 0x7f:
			out.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&out, "\\u%04x\\u%04x", 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			fmt.Fprintf(&out, "\\u%04x", r)
		}
	}
	return `"` + out.String() + `"`
}

func modules() string {
	info, _ := debug.ReadBuildInfo()
	var names []string
	for _, module := range info.Deps {
		if module.Path == "k8s.io/apimachinery" || module.Path == "github.com/blang/semver/v4" {
			names = append(names, module.Path+" "+module.Version)
		}
	}
	return strings.Join(names, ", ")
}

// Siege attacks a running webhook, one attack after the other, while legitimate clients go on sending small reviews, and prints what
// became of them: those on connections that were open before the attack, as an API server's are, and those on new ones. All traffic goes to
// the loopback address.
//
//	siege restarts LAUNCHER COUNT    stops one of two servers after the other, and starts it again
//	siege swaps LAUNCHER COUNT       replaces the certificate of a server
package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	port      = flag.Int("port", 8443, "the webhook's port on 127.0.0.1")
	directory = flag.String("tls", ".drawbridge/tls", "the folder with ca.crt, tls.crt and tls.key")
	pid       = flag.Int("pid", 0, "the webhook's process, whose memory is shown")
	seconds   = flag.Int("seconds", 8, "how long each attack goes on")
	settle    = flag.Int("settle", 5, "how many seconds after an attack every review must be answered")
	only      = flag.String("only", "", "attacks to run, with commas between; all if empty")
	scale     = flag.Int("scale", 100, "how many clients attack, in percent")
	reference = flag.Bool("reference", true, "run each attack against a Go server, too")
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "serve" {
		serve(os.Args[2], os.Args[3])
	}
	if len(os.Args) == 6 && os.Args[1] == "attack" {
		attackAlone(os.Args[2:])
	}
	if len(os.Args) == 4 && (os.Args[1] == "restarts" || os.Args[1] == "swaps") {
		count, err := strconv.Atoi(os.Args[3])
		check(err)
		if !drill(os.Args[1], os.Args[2], count) {
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	targets := []target{newTarget("webhook", *port, *pid)}
	if *reference {
		self, err := os.Executable()
		check(err)
		command := exec.Command(self, "serve", fmt.Sprint(*port+1), *directory)
		check(command.Start())
		defer command.Process.Kill()
		time.Sleep(500 * time.Millisecond)
		targets = append(targets, newTarget("go", *port+1, command.Process.Pid))
	}
	fmt.Printf("%-24s", "attack")
	for _, t := range targets {
		fmt.Printf(" | %-7s %8s %8s %8s %8s %8s %7s %5s", t.name, "kept", "p99 ms", "max ms", "new", "p99 ms", "after", "MB")
	}
	fmt.Println(" | attackers' answers")
	failed := false
	quiet := 0.0
	for _, attack := range attacks() {
		if *only != "" && !strings.Contains(","+*only+",", ","+attack.name+",") {
			continue
		}
		fmt.Printf("%-24s", attack.name)
		var reported []string
		var slowest float64
		for _, t := range targets {
			r := besiege(t, attack)
			fmt.Printf(" | %7d %7.2f%% %8.1f %8.1f %7.2f%% %8.1f %6.1f%% %5d", r.kept.sent, r.kept.share(), r.kept.quantile(0.99),
				r.kept.quantile(1), r.fresh.share(), r.fresh.quantile(0.99), r.after.share(), r.memory)
			if t.name == "webhook" {
				reported = r.report
				failed = failed || r.kept.share() < 99.9 || r.fresh.share() < attack.fresh() || r.after.share() < 100 || r.memory > 230
				slowest = r.kept.quantile(0.99)
				if attack.name == "quiet" {
					quiet = slowest
				}
			} else if slowest > max(10*quiet, 3*r.kept.quantile(0.99)) && quiet > 0 {
				failed = true
				fmt.Print(" | too slow")
			}
		}
		last := len(reported) - 1
		if _, err := strconv.Atoi(reported[last]); err != nil {
			fmt.Println(" | the attackers ended early")
			failed = true
			continue
		}
		fmt.Printf(" | %18s\n", reported[last])
		for _, line := range reported[:last] {
			fmt.Println(line)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "siege:", err)
		os.Exit(2)
	}
}

// serve is the yardstick: a Go server that reads the body and answers a constant.
func serve(port, directory string) {
	http.HandleFunc("/validate", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, io.LimitReader(r.Body, 32<<20))
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":true,"uid":"u"}}`))
	})
	server := &http.Server{Addr: "127.0.0.1:" + port, ReadHeaderTimeout: 10 * time.Second}
	server.ErrorLog = nil
	os.Stderr.Close()
	server.ListenAndServeTLS(filepath.Join(directory, "tls.crt"), filepath.Join(directory, "tls.key"))
	os.Exit(2)
}

// A target is a server on the loopback address.
type target struct {
	name string
	addr string
	pid  int
	tls  *tls.Config
}

func newTarget(name string, port, pid int) target {
	ca, err := os.ReadFile(filepath.Join(*directory, "ca.crt"))
	check(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	return target{name, fmt.Sprintf("127.0.0.1:%d", port), pid, &tls.Config{RootCAs: roots, ServerName: "localhost"}}
}

func (t target) port() string {
	return t.addr[strings.LastIndex(t.addr, ":")+1:]
}

// memory is the process's anonymous memory in MB, or 0.
func (t target) memory() int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.pid))
	for _, line := range strings.Split(string(status), "\n") {
		var kb int
		if n, _ := fmt.Sscanf(line, "RssAnon: %d kB", &kb); n == 1 {
			return kb * 1024 / 1000000
		}
	}
	return 0
}

// A tally is what became of legitimate reviews.
type tally struct {
	mutex sync.Mutex
	sent  int
	good  int
	times []float64
}

func (t *tally) add(good bool, took time.Duration) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.sent++
	if good {
		t.good++
	}
	t.times = append(t.times, took.Seconds()*1000)
}

func (t *tally) share() float64 {
	if t.sent == 0 {
		return 0
	}
	return 100 * float64(t.good) / float64(t.sent)
}

func (t *tally) quantile(q float64) float64 {
	if len(t.times) == 0 {
		return 0
	}
	sort.Float64s(t.times)
	return t.times[int(q*float64(len(t.times)-1))]
}

const (
	clients = 8
	pause   = 40 * time.Millisecond
)

// patience is how long the API server waits for the webhook, according to the registration.
const patience = 5 * time.Second

// legitimate sends small reviews until the stop.
func legitimate(t target, stop <-chan struct{}, kept, fresh *tally) {
	var wait sync.WaitGroup
	for i := 0; i < clients; i++ {
		wait.Add(1)
		go func(isFresh bool) {
			defer wait.Done()
			transport := &http.Transport{TLSClientConfig: t.tls.Clone(), DisableKeepAlives: isFresh, MaxIdleConnsPerHost: 1}
			defer transport.CloseIdleConnections()
			client := &http.Client{Transport: transport, Timeout: patience}
			result := kept
			if isFresh {
				result = fresh
			}
			for {
				select {
				case <-stop:
					return
				case <-time.After(pause):
				}
				start := time.Now()
				result.add(ask(client, t), time.Since(start))
			}
		}(i%2 == 0)
	}
	wait.Wait()
}

func ask(client *http.Client, t target) bool {
	start := time.Now()
	response, err := client.Post("https://"+t.addr+"/validate?timeout=10s", "application/json", bytes.NewReader(smallReview()))
	if err != nil {
		if os.Getenv("SIEGE_VERBOSE") != "" {
			fmt.Fprintln(os.Stderr, err, "after", time.Since(start))
		}
		return false
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return err == nil && response.StatusCode == 200 && bytes.Contains(body, []byte(`"allowed":true`))
}

// attackAlone attacks until the process is told to end. Attackers are a process of their own, so that legitimate clients do not wait for them
// before they have even reached the server.
func attackAlone(arguments []string) {
	*directory = arguments[2]
	port, err := strconv.Atoi(arguments[1])
	check(err)
	percent, err := strconv.Atoi(arguments[3])
	check(err)
	t := newTarget("webhook", port, 0)
	for _, a := range attacks() {
		if a.name != arguments[0] {
			continue
		}
		received := newAnswers(a.statuses)
		for i := 0; i < max(1, a.clients*percent/100); i++ {
			go func() {
				for {
					a.run(t, received)
					time.Sleep(a.rest)
				}
			}()
		}
	}
	select {}
}

// A result is what became of the legitimate reviews, on kept and on new connections, and of those of both after the attack; the most anonymous
// memory in MB; and what the attackers report.
type result struct {
	kept, fresh, after *tally
	memory             int
	report             []string
}

// besiege runs one attack: a second of quiet, the attack with concurrent legitimate reviews, and, some seconds later, reviews alone.
func besiege(t target, a attack) result {
	r := result{kept: &tally{}, fresh: &tally{}, after: &tally{}}
	stop := make(chan struct{})
	var beside sync.WaitGroup
	beside.Add(2)
	go func() {
		defer beside.Done()
		legitimate(t, stop, r.kept, r.fresh)
	}()
	go func() {
		defer beside.Done()
		for {
			r.memory = max(r.memory, t.memory())
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
	time.Sleep(time.Second)
	self, err := os.Executable()
	check(err)
	attackers := exec.Command(self, "attack", a.name, t.port(), *directory, fmt.Sprint(*scale))
	var printed bytes.Buffer
	attackers.Stdout = &printed
	check(attackers.Start())
	time.Sleep(time.Duration(*seconds) * time.Second)
	close(stop)
	beside.Wait()
	check(attackers.Process.Signal(syscall.SIGTERM))
	attackers.Wait()
	time.Sleep(time.Duration(*settle) * time.Second)
	stop = make(chan struct{})
	time.AfterFunc(2*time.Second, func() { close(stop) })
	legitimate(t, stop, r.after, r.after)
	r.memory = max(r.memory, t.memory())
	r.report = strings.Split(strings.TrimSpace(printed.String()), "\n")
	return r
}

var counter atomic.Int64

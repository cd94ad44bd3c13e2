package main

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// drill starts servers of its own with a launcher, calls them without pause over connections that are kept and never repeats a call, and meanwhile
// stops one server after the other ("restarts") or replaces the certificate ("swaps"). Whatever is not answered is lost; nothing may be.
func drill(what, launcher string, count int) bool {
	folder, err := os.MkdirTemp("", "drill")
	check(err)
	defer os.RemoveAll(folder)
	authority := newAuthority()
	tlsFolder := filepath.Join(folder, "tls")
	check(os.Mkdir(tlsFolder, 0o755))
	authority.publish(tlsFolder, 1)
	servers := []*server{{port: 9443, launcher: launcher, tls: tlsFolder}}
	if what == "restarts" {
		servers = append(servers, &server{port: 9444, launcher: launcher, tls: tlsFolder})
	}
	for _, s := range servers {
		s := s
		s.start()
		defer func() { s.process.Process.Kill() }()
		s.awaitReady()
	}
	d := &callers{authority: authority}
	d.ready.Store(int64(servers[0].port))
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Add(1)
	go func() { defer wait.Done(); d.follow(servers, stop) }()
	for i := 0; i < clients; i++ {
		wait.Add(1)
		go func() { defer wait.Done(); d.call(stop) }()
	}
	slowest := time.Duration(0)
	for i := 1; i <= count; i++ {
		if what == "restarts" {
			s := servers[i%2]
			check(s.process.Process.Signal(syscall.SIGTERM))
			s.process.Wait()
			s.start()
			s.awaitReady()
			time.Sleep(time.Second)
		} else {
			begin := time.Now()
			authority.publish(tlsFolder, int64(i+1))
			for authority.served(servers[0].port) != int64(i+1) {
				time.Sleep(50 * time.Millisecond)
			}
			slowest = max(slowest, time.Since(begin))
		}
		if i%10 == 0 || i == count {
			fmt.Printf("%d %s: %d calls, %d lost, %d connections, %d failed\n", i, what, d.sent.Load(), d.lost.Load(), d.opened.Load(), d.failed.Load())
		}
	}
	close(stop)
	wait.Wait()
	if what == "swaps" {
		fmt.Printf("the new certificate was served after %.1f s at most\n", slowest.Seconds())
	}
	return d.lost.Load() == 0 && d.failed.Load() == 0 && slowest <= 2*time.Second
}

// A server is a process of the launcher.
type server struct {
	port     int
	launcher string
	tls      string
	process  *exec.Cmd
}

func (s *server) start() {
	s.process = exec.Command(s.launcher, "serve", fmt.Sprintf("--server.port=%d", s.port), "--drawbridge.tls.directory="+s.tls,
		fmt.Sprintf("--drawbridge.management-port=%d", s.port+100))
	s.process.Env = append(os.Environ(), "JAVA_OPTS=-Xmx128m")
	check(s.process.Start())
}

func (s *server) isReady() bool {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Second}
	response, err := client.Get(fmt.Sprintf("http://127.0.0.1:%d/actuator/health/readiness", s.port+100))
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == 200
}

func (s *server) awaitReady() {
	for !s.isReady() {
		time.Sleep(100 * time.Millisecond)
	}
}

// callers call a ready server.
type callers struct {
	authority                  *authority
	ready                      atomic.Int64
	sent, lost, opened, failed atomic.Int64
}

// follow does what a Service does: it follows readiness within half a second.
func (d *callers) follow(servers []*server, stop <-chan struct{}) {
	for {
		for _, s := range servers {
			if int64(s.port) == d.ready.Load() && !s.isReady() {
				for _, other := range servers {
					if other != s && other.isReady() {
						d.ready.Store(int64(other.port))
					}
				}
			}
		}
		select {
		case <-stop:
			return
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (d *callers) call(stop <-chan struct{}) {
	var connection net.Conn
	var answers *bufio.Reader
	for calls := 0; ; calls++ {
		select {
		case <-stop:
			return
		case <-time.After(20 * time.Millisecond):
		}
		if connection == nil {
			d.opened.Add(1)
			dialed, err := tls.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", d.ready.Load()), d.authority.client())
			if err != nil {
				d.failed.Add(1)
				fmt.Fprintln(os.Stderr, "connection:", err)
				continue
			}
			connection, answers = dialed, bufio.NewReader(dialed)
		}
		keeps, err := exchange(connection, answers)
		d.sent.Add(1)
		if err != nil {
			d.lost.Add(1)
			fmt.Fprintln(os.Stderr, "lost:", err)
		}
		// A new connection now and then shows the certificate that is served.
		if err != nil || !keeps || calls%25 == 0 {
			connection.Close()
			connection = nil
		}
	}
}

// exchange sends a review and returns whether the connection may be used again.
func exchange(connection net.Conn, answers *bufio.Reader) (bool, error) {
	body := smallReview()
	connection.SetDeadline(time.Now().Add(10 * time.Second))
	request := fmt.Sprintf("POST /validate?timeout=10s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
	if _, err := connection.Write(append([]byte(request), body...)); err != nil {
		return false, err
	}
	response, err := http.ReadResponse(answers, nil)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && (response.StatusCode != 200 || !bytes.Contains(answer, []byte(`"allowed":true`))) {
		err = fmt.Errorf("%s %s", response.Status, answer)
	}
	return !response.Close, err
}

// An authority issues the certificates of a drill.
type authority struct {
	key         *ecdsa.PrivateKey
	certificate *x509.Certificate
	roots       *x509.CertPool
}

func newAuthority() *authority {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "drill"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	check(err)
	certificate, err := x509.ParseCertificate(der)
	check(err)
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	return &authority{key, certificate, roots}
}

func (a *authority) client() *tls.Config {
	return &tls.Config{RootCAs: a.roots, ServerName: "localhost"}
}

// publish puts a new pair in force as the kubelet does: files in a folder of their own, to which a link leads that is replaced at once.
func (a *authority) publish(folder string, serial int64) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	template := &x509.Certificate{SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		IPAddresses: []net.IP{net.ParseIP("127.0.0.1")}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	check(err)
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	check(err)
	version := filepath.Join(folder, fmt.Sprintf("..version-%d", serial))
	check(os.Mkdir(version, 0o755))
	write := func(name, kind string, der []byte) {
		check(os.WriteFile(filepath.Join(version, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600))
		link := filepath.Join(folder, name)
		if _, err := os.Lstat(link); err != nil {
			check(os.Symlink(filepath.Join("..data", name), link))
		}
	}
	write("tls.crt", "CERTIFICATE", der)
	write("tls.key", "PRIVATE KEY", encoded)
	write("ca.crt", "CERTIFICATE", a.certificate.Raw)
	next := filepath.Join(folder, "..data_tmp")
	check(os.Symlink(filepath.Base(version), next))
	check(os.Rename(next, filepath.Join(folder, "..data")))
	old, _ := filepath.Glob(filepath.Join(folder, "..version-*"))
	for _, one := range old {
		if !strings.HasSuffix(one, fmt.Sprintf("-%d", serial)) {
			os.RemoveAll(one)
		}
	}
}

// served is the serial number of the certificate that is served; 0 where there is none.
func (a *authority) served(port int) int64 {
	connection, err := tls.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port), a.client())
	if err != nil {
		return 0
	}
	defer connection.Close()
	return connection.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}

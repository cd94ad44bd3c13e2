package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"math"
	"net"
	"strings"
	"time"
)

// An attack is what so many clients do again and again, until their process is killed.
type attack struct {
	name    string
	clients int
	rest    time.Duration
	run     func(t target, a *answers)

	// The statuses that the webhook may answer; it may also close the connection where the client does not end its request.
	statuses []int
}

// fresh is the least share, in percent, of the reviews on new connections that must be answered: half while a flood takes the same way.
func (a attack) fresh() float64 {
	switch a.name {
	case "silent connections", "half handshakes", "handshake flood":
		return 50
	}
	return 95
}

func attacks() []attack {
	const large = 31_900_000
	tooLarge, late, valid := []int{413, 503}, []int{500, 503}, []int{200}
	return []attack{
		{"quiet", 1, time.Second, func(target, *answers) {}, nil},
		{"slow headers", 5000, 30 * time.Second, slowly("POST /validate HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "a"), nil},
		{"slow bodies", 5000, 30 * time.Second, slowly(head("Content-Length: 1000")+"{\"api", "V"), late},
		{"idle connections", 5000, 30 * time.Second, slowly("", ""), nil},
		{"silent connections", 5000, 30 * time.Second, silent(), nil},
		{"half handshakes", 5000, 30 * time.Second, silent(22, 3, 1, 2, 0, 1, 0), nil},
		{"handshake flood", 32, 0, handshake, nil},
		{"never read", 200, time.Second, neverRead(list("{},", 60_000)), nil},
		{"never read small ones", 200, time.Second, neverRead(smallReview()), nil},
		{"endless chunked bodies", 64, 100 * time.Millisecond, endless, tooLarge},
		{"stalled large body", 4, 100 * time.Millisecond, stalled, late},
		{"tiny objects", 16, 100 * time.Millisecond, post(list("{},", large)), tooLarge},
		{"long keys", 16, 100 * time.Millisecond, post(longKeys(large)), tooLarge},
		{"nested lists", 16, 100 * time.Millisecond, post(list("[[[[[[[[]]]]]]]],", large)), tooLarge},
		{"one string", 16, 100 * time.Millisecond, post(review(`{"spec":{"resourceClassName":"` + strings.Repeat("a", large) + `"}}`)), tooLarge},
		{"19 MB of objects", 2, 0, post(list("{},", 19_000_000)), tooLarge},
		{"bodies of each size", 8, 0, sized, valid},
		{"gates", 8, 0, func(t target, a *answers) { send(t, gated(), a) }, valid},
		{"expressions", 8, 0, func(t target, a *answers) { send(t, expression(), a) }, valid},
	}
}

func dial(t target) (net.Conn, error) {
	plain, err := net.DialTimeout("tcp", t.addr, 5*time.Second)
	if err != nil {
		return nil, err
	}
	secure := tls.Client(plain, t.tls)
	plain.SetDeadline(time.Now().Add(10 * time.Second))
	if err := secure.Handshake(); err != nil {
		plain.Close()
		return nil, err
	}
	plain.SetDeadline(time.Time{})
	return secure, nil
}

func head(length string) string {
	return "POST /validate?timeout=30s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + length + "\r\n\r\n"
}

// slowly begins a request and goes on with a character a second, until the server has enough of it.
func slowly(begin, more string) func(target, *answers) {
	return func(t target, a *answers) {
		connection, err := dial(t)
		if err != nil {
			return
		}
		defer connection.Close()
		io.WriteString(connection, begin)
		closed := make(chan struct{})
		go func() {
			a.read(connection)
			close(closed)
		}()
		for {
			select {
			case <-closed:
				return
			case <-time.After(time.Second):
				if more != "" {
					if _, err := io.WriteString(connection, more); err != nil {
						return
					}
				}
			}
		}
	}
}

// silent connects and sends these bytes, and nothing after them.
func silent(begun ...byte) func(target, *answers) {
	return func(t target, _ *answers) {
		connection, err := net.DialTimeout("tcp", t.addr, 5*time.Second)
		if err != nil {
			return
		}
		defer connection.Close()
		connection.Write(begun)
		io.Copy(io.Discard, connection)
	}
}

func handshake(t target, _ *answers) {
	if connection, err := dial(t); err == nil {
		connection.Close()
	}
}

// neverRead sends a review again and again, and reads no answer.
func neverRead(body []byte) func(target, *answers) {
	request := head(fmt.Sprintf("Content-Length: %d", len(body))) + string(body)
	return func(t target, _ *answers) {
		connection, err := dial(t)
		if err != nil {
			return
		}
		defer connection.Close()
		for err == nil {
			connection.SetWriteDeadline(time.Now().Add(5 * time.Second))
			_, err = io.WriteString(connection, request)
		}
	}
}

func endless(t target, a *answers) {
	connection, err := dial(t)
	if err != nil {
		return
	}
	defer connection.Close()
	go a.read(connection)
	io.WriteString(connection, head("Transfer-Encoding: chunked"))
	part := strings.Repeat(" ", 8192)
	for {
		connection.SetWriteDeadline(time.Now().Add(5 * time.Second))
		if _, err := fmt.Fprintf(connection, "%x\r\n%s\r\n", len(part), part); err != nil {
			return
		}
	}
}

// stalled sends nearly all of a large body and then nothing.
func stalled(t target, a *answers) {
	connection, err := dial(t)
	if err != nil {
		return
	}
	defer connection.Close()
	connection.SetWriteDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(connection, head("Content-Length: 33500000"))
	part := strings.Repeat(" ", 1_000_000)
	for i := 0; i < 33; i++ {
		if _, err := io.WriteString(connection, part); err != nil {
			break
		}
	}
	a.read(connection)
}

func post(body []byte) func(target, *answers) {
	return func(t target, a *answers) { send(t, body, a) }
}

// send sends a review, and reads the answer, which must come.
func send(t target, body []byte, a *answers) {
	connection, err := dial(t)
	if err != nil {
		return
	}
	defer connection.Close()
	connection.SetDeadline(time.Now().Add(30 * time.Second))
	io.WriteString(connection, head(fmt.Sprintf("Connection: close\r\nContent-Length: %d", len(body))))
	for len(body) > 0 {
		part := min(len(body), 100_000)
		if _, err := connection.Write(body[:part]); err != nil {
			break
		}
		body = body[part:]
	}
	if a.read(connection) == 0 {
		a.wrong("closed without an answer")
	}
}

// sized sends a review of another size each time, from a kilobyte to what etcd takes.
func sized(t target, a *answers) {
	size := int(1000 * math.Pow(1.07, float64(counter.Add(1)%120)))
	send(t, review(`{"kind":"ResourceClaim","apiVersion":"resource.k8s.io/v1","metadata":{"name":"c","namespace":"d","annotations":{"a":"`+
		strings.Repeat("a", size)+`"}},"spec":{}}`), a)
}

package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// An attack is what so many clients do again and again.
type attack struct {
	name    string
	clients int
	rest    time.Duration
	run     func(t target, client int, stop <-chan struct{})
}

func attacks() []attack {
	const large = 31_900_000
	return []attack{
		{"quiet", 1, time.Second, func(target, int, <-chan struct{}) {}},
		{"slow headers", 5000, 30 * time.Second, slowly("POST /validate HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", "a")},
		{"slow bodies", 5000, 30 * time.Second, slowly(head("Content-Length: 1000")+"{\"api", "V")},
		{"idle connections", 5000, 30 * time.Second, slowly("", "")},
		{"silent connections", 5000, 30 * time.Second, silent()},
		{"half handshakes", 5000, 30 * time.Second, silent(22, 3, 1, 2, 0, 1, 0)},
		{"handshake flood", 32, 0, handshake},
		{"never read", 200, time.Second, neverRead},
		{"endless chunked bodies", 64, 100 * time.Millisecond, endless},
		{"stalled large body", 4, 100 * time.Millisecond, stalled},
		{"tiny objects", 16, 100 * time.Millisecond, post(list("{},", large))},
		{"long keys", 16, 100 * time.Millisecond, post(longKeys(large))},
		{"nested lists", 16, 100 * time.Millisecond, post(list("[[[[[[[[]]]]]]]],", large))},
		{"one string", 16, 100 * time.Millisecond, post(review(`{"spec":{"resourceClassName":"` + strings.Repeat("a", large) + `"}}`))},
		{"19 MB of objects", 2, 0, post(list("{},", 19_000_000))},
		{"gates", 8, 0, func(t target, client int, stop <-chan struct{}) { send(t, gated(), stop) }},
		{"expressions", 8, 0, func(t target, client int, stop <-chan struct{}) { send(t, expression(), stop) }},
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
func slowly(begin, more string) func(target, int, <-chan struct{}) {
	return func(t target, client int, stop <-chan struct{}) {
		connection, err := dial(t)
		if err != nil {
			return
		}
		defer connection.Close()
		io.WriteString(connection, begin)
		closed := make(chan struct{})
		go func() {
			io.Copy(io.Discard, connection)
			close(closed)
		}()
		for {
			select {
			case <-stop:
				return
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

// awaitEnd reads until the server closes the connection, or until the stop.
func awaitEnd(connection net.Conn, stop <-chan struct{}) {
	closed := make(chan struct{})
	go func() {
		io.Copy(io.Discard, connection)
		close(closed)
	}()
	select {
	case <-stop:
	case <-closed:
	}
}

// silent connects and sends these bytes, and nothing after them.
func silent(begun ...byte) func(t target, client int, stop <-chan struct{}) {
	return func(t target, client int, stop <-chan struct{}) {
		connection, err := net.DialTimeout("tcp", t.addr, 5*time.Second)
		if err != nil {
			return
		}
		defer connection.Close()
		connection.Write(begun)
		awaitEnd(connection, stop)
	}
}

func handshake(t target, client int, stop <-chan struct{}) {
	if connection, err := dial(t); err == nil {
		connection.Close()
	}
}

// neverRead sends reviews that are denied at length, and reads no answer.
func neverRead(t target, client int, stop <-chan struct{}) {
	connection, err := dial(t)
	if err != nil {
		return
	}
	defer connection.Close()
	body := list("{},", 60_000)
	request := head(fmt.Sprintf("Content-Length: %d", len(body))) + string(body)
	for {
		select {
		case <-stop:
			return
		default:
		}
		connection.SetWriteDeadline(time.Now().Add(5 * time.Second))
		if _, err := io.WriteString(connection, request); err != nil {
			return
		}
	}
}

func endless(t target, client int, stop <-chan struct{}) {
	connection, err := dial(t)
	if err != nil {
		return
	}
	defer connection.Close()
	go io.Copy(io.Discard, connection)
	io.WriteString(connection, head("Transfer-Encoding: chunked"))
	part := strings.Repeat(" ", 8192)
	for {
		select {
		case <-stop:
			return
		default:
		}
		connection.SetWriteDeadline(time.Now().Add(5 * time.Second))
		if _, err := fmt.Fprintf(connection, "%x\r\n%s\r\n", len(part), part); err != nil {
			return
		}
	}
}

// stalled sends nearly all of a large body and then nothing.
func stalled(t target, client int, stop <-chan struct{}) {
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
			return
		}
	}
	awaitEnd(connection, stop)
}

func post(body []byte) func(target, int, <-chan struct{}) {
	return func(t target, client int, stop <-chan struct{}) { send(t, body, stop) }
}

func send(t target, body []byte, stop <-chan struct{}) {
	connection, err := dial(t)
	if err != nil {
		return
	}
	defer connection.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		connection.SetDeadline(time.Now().Add(30 * time.Second))
		io.WriteString(connection, head(fmt.Sprintf("Connection: close\r\nContent-Length: %d", len(body))))
		connection.Write(body)
		io.Copy(io.Discard, connection)
	}()
	select {
	case <-stop:
	case <-done:
	}
}

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
)

// answers are what the attackers are answered. Each wrong one is printed, the same one once; the number of right ones, when the process is
// told to end.
type answers struct {
	statuses []int
	mutex    sync.Mutex
	right    int
	reported map[string]bool
}

func newAnswers(statuses []int) *answers {
	a := &answers{statuses: statuses, reported: map[string]bool{}}
	end := make(chan os.Signal, 1)
	signal.Notify(end, syscall.SIGTERM)
	go func() {
		<-end
		a.mutex.Lock()
		fmt.Println(a.right)
		os.Exit(0)
	}()
	return a
}

// read takes what comes on a connection until the server closes it, and returns how many answers that were.
func (a *answers) read(connection net.Conn) int {
	reader := bufio.NewReader(connection)
	for n := 0; ; n++ {
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return n
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		switch {
		case err != nil:
			a.wrong("%s, cut off", response.Status)
		case !slices.Contains(a.statuses, response.StatusCode), !json.Valid(body):
			a.wrong("%s %.200s", response.Status, body)
		case response.StatusCode == http.StatusOK && !bytes.Contains(body, []byte(`"uid":"u"`)):
			a.wrong("another uid: %.200s", body)
		default:
			a.mutex.Lock()
			a.right++
			a.mutex.Unlock()
		}
	}
}

func (a *answers) wrong(format string, arguments ...any) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	line := fmt.Sprintf(format, arguments...)
	if !a.reported[line] {
		a.reported[line] = true
		fmt.Println("  wrong answer:", line)
	}
}

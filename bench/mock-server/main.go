// Command mock-server streams chats to any POST and does nothing else, so that a measurement of the
// load engine has a server that is faster than the engine and reports its own times to the microsecond.
//
// Usage: mock-server [-ttft 50ms] [-itl 5ms] [-tokens 32] [-clock] [-together] [-bytes 0]
//
// It prints its address and ends with its standard input. Token i is due at received + ttft +
// i · itl, where received is when the headers of the request had arrived; each token is a separate
// write, unless -together. With -clock a comment before [DONE] contains when the request was received
// and when each token was written, in Unix ns of a monotonic clock:
//
//	: clock 1700000000000000000 1700000000050000000 …
//
// With -bytes an answer is one JSON body that states this size, however large, instead of a stream.
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"time"
)

// settings control how the server streams.
type settings struct {
	ttft, itl time.Duration
	tokens    int
	clock     bool
	together  bool
	bytes     int64
}

func main() {
	var s settings
	flag.DurationVar(&s.ttft, "ttft", 0, "from the request to the first token")
	flag.DurationVar(&s.itl, "itl", 0, "from one token to the next")
	flag.IntVar(&s.tokens, "tokens", 32, "tokens of a stream")
	flag.BoolVar(&s.clock, "clock", false, "say in each stream when it was received and written")
	flag.BoolVar(&s.together, "together", false, "write the whole answer at once")
	flag.Int64Var(&s.bytes, "bytes", 0, "answer with one JSON body of this size instead of a stream")
	flag.Parse()

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("listening http://%s\n", listener.Addr())
	go serve(listener, s)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func serve(listener net.Listener, s settings) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = conn.Close() }()
			requests := newRequests(conn)
			answer := newAnswer(conn, s)
			for {
				receivedAt, err := requests.next()
				if err != nil || answer.write(receivedAt) != nil {
					return
				}
			}
		}()
	}
}

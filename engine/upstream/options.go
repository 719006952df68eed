package upstream

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"assay/engine/body"
	"assay/engine/framing"
)

// settings say how the upstream answers without a script.
type settings struct {
	listen    string
	ttft, itl time.Duration
	tokens    int
	// clock ends each stream with a comment that has its times.
	clock bool
	// http2 accepts HTTP/2 too, by prior knowledge; scripts are for HTTP/1.1.
	http2 bool
	// socket is the path of the control socket; "" for none.
	socket     string
	queueBytes int64
	// every is how often exchanges are reported together; 0 for each at once.
	every time.Duration
}

const maxTokens = 1_000_000

func readSettings(args []string, getenv func(string) string) (settings, error) {
	s := settings{socket: getenv("ASSAY_UPSTREAM"), queueBytes: body.DefaultBytes}
	flags := flag.NewFlagSet("upstream", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&s.listen, "listen", "127.0.0.1:0", "")
	flags.DurationVar(&s.ttft, "ttft", 20*time.Millisecond, "")
	flags.DurationVar(&s.itl, "itl", 2*time.Millisecond, "")
	flags.IntVar(&s.tokens, "tokens", 16, "")
	flags.BoolVar(&s.clock, "clock", false, "")
	flags.BoolVar(&s.http2, "http2", false, "")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	switch {
	case flags.NArg() > 0:
		return s, fmt.Errorf("unexpected argument: %s", flags.Arg(0))
	case s.ttft < 0 || s.itl < 0:
		return s, errors.New("--ttft and --itl must not be negative")
	case s.tokens < 0 || s.tokens > maxTokens:
		return s, fmt.Errorf("--tokens must be from 0 to %d; got %d", maxTokens, s.tokens)
	}
	if _, _, err := net.SplitHostPort(s.listen); err != nil {
		return s, fmt.Errorf("--listen must be HOST:PORT, such as 127.0.0.1:9000; got %s", s.listen)
	}
	if text := getenv("ASSAY_UPSTREAM_BYTES"); text != "" {
		limit, err := strconv.ParseInt(text, 10, 64)
		if err != nil || limit <= 0 {
			return s, errors.New("ASSAY_UPSTREAM_BYTES must be a number of bytes above 0; got " + strconv.Quote(text))
		}
		s.queueBytes = limit
	}
	every, err := framing.EveryOf("ASSAY_UPSTREAM_EVERY", getenv("ASSAY_UPSTREAM_EVERY"))
	s.every = every
	return s, err
}

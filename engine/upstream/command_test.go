package upstream

import (
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

func TestMain_problems(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	none := func(string) string { return "" }
	t.Run("command: what cannot work is reported in one line, with exit code 3", func(t *testing.T) {
		for args, want := range map[string]string{
			"--listen " + taken.Addr().String(): "is in use. Choose another one",
			"--listen 9000":                     "--listen must be HOST:PORT",
			"--listen 192.0.2.1:0":              "192.0.2.1:0 is not an address of this machine",
			"--ttft -1s":                        "must not be negative",
			"--tokens 9999999":                  "--tokens must be from 0 to",
			"--what":                            "-what",
			"more":                              "unexpected argument: more",
		} {
			var stderr bytes.Buffer
			code := Main(strings.Fields(args), none, io.Discard, &stderr)
			if code != 3 || !strings.Contains(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("%s: %d %q", args, code, stderr.String())
			}
		}
	})
	t.Run("command: a socket that is not there is named, and so is a bad limit", func(t *testing.T) {
		var stderr bytes.Buffer
		if code := Main(nil, func(name string) string { return map[string]string{"ASSAY_UPSTREAM": "/none"}[name] }, io.Discard, &stderr); code != 3 || !strings.Contains(stderr.String(), "ASSAY_UPSTREAM cannot be opened") {
			t.Errorf("%d %q", code, stderr.String())
		}
		stderr.Reset()
		if code := Main(nil, func(name string) string { return map[string]string{"ASSAY_UPSTREAM_BYTES": "x"}[name] }, io.Discard, &stderr); code != 3 || !strings.Contains(stderr.String(), "ASSAY_UPSTREAM_BYTES must be") {
			t.Errorf("%d %q", code, stderr.String())
		}
	})
	t.Run("command: an address that other machines can reach is pointed out", func(t *testing.T) {
		if got := facing(&net.TCPAddr{IP: net.IPv4zero, Port: 9}); !strings.Contains(got, "other machines can reach") {
			t.Errorf("got %q", got)
		}
		if got := facing(&net.TCPAddr{IP: net.IPv6loopback, Port: 9}); got != "" {
			t.Errorf("got %q", got)
		}
	})
}

func TestSocket(t *testing.T) {
	t.Run("socket: hello comes first, and stop ends all with the totals", func(t *testing.T) {
		u := startUpstream(t, "--ttft", "0s", "--itl", "0s")
		hello := decode[struct {
			Version, Pid          int
			Address, OtherAddress string
			OriginUnixNs          int64
			OriginMonotonicNs     int64
		}](t, string(u.await(frameHello, func(frame) bool { return true }).header))
		if hello.Version != 1 || "http://"+hello.Address != u.address || hello.OtherAddress == hello.Address || hello.Pid == 0 || hello.OriginUnixNs == 0 {
			t.Errorf("got %+v", hello)
		}
		u.chat("n6000000a")
		u.script("n6000000b", `{"fail":{"kind":"silence"}}`)
		c := u.dial(t)
		c.sendChat("n6000000b", false)
		u.await(frameBegun, func(f frame) bool { return strings.Contains(string(f.header), "n6000000b") })
		u.send(frameStop, map[string]any{})
		if x := u.exchange("n6000000b"); x.Outcome != stopped {
			t.Errorf("reported %+v", x)
		}
		end := decode[struct{ Exchanges, Dropped int }](t, string(u.await(frameEnd, func(frame) bool { return true }).header))
		if end.Exchanges != 2 || end.Dropped != 0 {
			t.Errorf("got %+v", end)
		}
	})
	t.Run("socket: reports that are not read are lost and counted, and nothing waits for them", func(t *testing.T) {
		r := newReports(nil, 2000)
		for i := range 10 {
			if fits := r.send(make([]byte, 900)); fits != (i < 2) {
				t.Errorf("frame %d: %v", i, fits)
			}
		}
	})
	t.Run("socket: an unknown frame ends the upstream with an error", func(t *testing.T) {
		u := startUpstream(t)
		u.send(99, map[string]any{})
		select {
		case err := <-u.ended:
			if err == nil || !strings.Contains(err.Error(), "unknown type: 99") {
				t.Errorf("got %v", err)
			}
			u.ended <- nil
		case <-time.After(patience):
			t.Error("it goes on")
		}
	})
}

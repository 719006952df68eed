package gateway

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/engine/transport"
)

func TestNotHTTP(t *testing.T) {
	const rest = "Content-Length: 2\r\n\r\nhi"
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	const switched = "HTTP/1.1 101 Switching Protocols\r\n"
	interim := "HTTP/1.1 103 Early Hints\r\n\r\n"
	for _, test := range []struct{ name, answer, outcome, shows string }{
		{"another protocol", "SSH-2.0-OpenSSH_9.9\r\n", reset, "SSH-2.0"},
		{"a TLS alert", "\x15\x03\x03\x00\x02\x02\x28\r\n", reset, `\x15`},
		{"a body without a head", "{\"error\":\"down\"}\n", reset, "error"},
		{"the status 000", "HTTP/1.1 000 None\r\n" + rest, reset, "000"},
		{"a word for a status", "HTTP/1.1 OK 200\r\n" + rest, reset, "OK"},
		{"a name that is empty", "HTTP/1.1 200 OK\r\n: 1\r\n" + rest, reset, "header line"},
		{"a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", reset, "-5"},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n" + rest, reset, "multiple Content-Length"},
		{"lines that end with LF alone", strings.ReplaceAll("HTTP/1.1 200 OK\r\n"+rest, "\r\n", "\n"), reset, "LF alone"},
		{"one line that ends with LF alone", "HTTP/1.1 200 OK\r\nX-Odd: 1\n" + rest, reset, "LF alone"},
		{"a line with LF alone after an interim response", interim + "HTTP/1.1 200 OK\n" + rest, reset, "LF alone"},
		{"a length beside chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + "Content-Length: 2\r\n\r\n2\r\nhi\r\n0\r\n\r\n", reset, "beside a transfer coding"},
		{"another coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nhi", reset, "rot13"},
		{"a size of other characters", chunked + "2\r\nhi\r\nzz\r\nhi\r\n", truncated, "chunk length"},
		{"a chunk that is longer than its size", chunked + "2\r\nhi there\r\n0\r\n\r\n", truncated, "malformed chunked"},
		{"a switch to another protocol", switched + "Connection: upgrade\r\nUpgrade: other\r\n\r\nits bytes", reset, "101 Switching Protocols"},
		{"a switch to a protocol without a name", switched + "\r\n", reset, "101 Switching Protocols"},
		{"interim responses forever", strings.Repeat(interim, 2000), reset, "interim responses"},
		{"a few interim responses", strings.Repeat(interim, 20) + "HTTP/1.1 200 OK\r\n" + rest, answered, ""},
		{"a response that is cut in its head", "HTTP/1.1 200 OK\r\nContent-Le", reset, ""},
		{"a body that is cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", truncated, ""},
		{"nothing", "", reset, ""},
	} {
		t.Run("not HTTP: "+test.name, func(t *testing.T) {
			server := newRawServer(t, func(conn net.Conn, _ int) bool {
				_, _ = io.WriteString(conn, test.answer)
				return false
			})
			x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, false), server.address)
			if x.Outcome != test.outcome {
				t.Errorf("got the outcome %s (%s)", x.Outcome, x.Failure)
			}
			if !strings.Contains(x.NotHTTP, test.shows) || (x.NotHTTP == "") != (test.shows == "") {
				t.Errorf("it shows %q", x.NotHTTP)
			}
			if (x.Failure == notHTTP) != (test.shows != "") {
				t.Errorf("got the failure %q", x.Failure)
			}
		})
	}
}

func TestNotHTTPUnderTLS(t *testing.T) {
	for _, test := range []struct{ name, answer, outcome, shows string }{
		{"one line that ends with LF alone", "HTTP/1.1 200 OK\r\nX-Odd: 1\nContent-Length: 2\r\n\r\nhi", reset, "LF alone"},
		{"a length beside chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nhi\r\n0\r\n\r\n", reset, "beside a transfer coding"},
		{"a head that is right", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", answered, ""},
	} {
		t.Run("not HTTP under TLS: "+test.name, func(t *testing.T) {
			h := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				conn, _, err := http.NewResponseController(w).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.WriteString(conn, test.answer)
				_ = conn.Close()
			}))
			h.StartTLS()
			defer h.Close()
			x := sendChat(t, transport.NewPools(), newUser(net.Dialer{}, true), h.URL)
			if x.Outcome != test.outcome || !strings.Contains(x.NotHTTP, test.shows) || (x.NotHTTP == "") != (test.shows == "") {
				t.Errorf("got the outcome %s (%s), and it shows %q", x.Outcome, x.Failure, x.NotHTTP)
			}
		})
	}
}

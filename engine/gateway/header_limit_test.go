package gateway

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/engine/transport"
)

func TestHeaderLimit(t *testing.T) {
	const perHeader = 4 << 10
	server := func(count int, start func(*httptest.Server)) string {
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			for n := range count {
				w.Header().Add("X-Filler", strings.Repeat(string(rune('a'+n%26)), perHeader))
			}
		}))
		s.EnableHTTP2 = true
		start(s)
		t.Cleanup(s.Close)
		return s.URL
	}
	for _, protocol := range []struct {
		name, outcome string
		start         func(*httptest.Server)
	}{{"HTTP/1.1", oversize, (*httptest.Server).Start}, {"HTTP/2.0", reset, (*httptest.Server).StartTLS}} {
		t.Run("headers: 32 KiB are read, 68 KiB are not, with "+protocol.name, func(t *testing.T) {
			few, pools := server(8, protocol.start), transport.NewPools()
			if x := sendChat(t, pools, newUser(net.Dialer{}, true), few); x.Outcome != answered || x.proto != protocol.name {
				t.Errorf("32 KiB: got %s, %s, %s", x.Outcome, x.proto, x.Failure)
			}
			many := server(17, protocol.start)
			if x := sendChat(t, pools, newUser(net.Dialer{}, true), many); x.Outcome != protocol.outcome || len(x.Headers) > 0 {
				t.Errorf("68 KiB: got %s, %d headers, %s", x.Outcome, len(x.Headers), x.Failure)
			}
		})
	}
}

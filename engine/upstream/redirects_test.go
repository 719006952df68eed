package upstream

import (
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestRedirects(t *testing.T) {
	u := startUpstream(t, "--ttft", "0s", "--itl", "0s")
	t.Run("redirect: it leads to the other listener", func(t *testing.T) {
		u.script("n3000003a", `{"fail":{"kind":"redirect"}}`, `{"status":307,"fail":{"kind":"redirect"}}`, `{}`)
		first, second := u.chat("n3000003a"), u.chat("n3000003a")
		location := second.headers.Get("Location")
		if first.status != 302 || second.status != 307 || !strings.HasSuffix(location, "/v1/chat/completions") || strings.HasPrefix(location, u.address) {
			t.Fatalf("got %+v and %+v", first, second)
		}
		u.exchange("n3000003a")
		u.exchange("n3000003a")
		request, _ := http.NewRequest("POST", location, strings.NewReader(chatBody("n3000003a", false)))
		if got := do(request); got.status != 200 || u.exchange("n3000003a").Listener != "other" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("redirect: it can lead to another host", func(t *testing.T) {
		host := "127.0.0.1" // such as macOS, which has no other address of the loopback
		if listener, err := net.Listen("tcp", "127.0.0.2:0"); err == nil {
			_ = listener.Close()
			host = "127.0.0.2"
		}
		u.script("n3000003f", `{"fail":{"kind":"redirect-host"}}`, `{}`)
		location := u.chat("n3000003f").headers.Get("Location")
		u.exchange("n3000003f")
		if !strings.HasPrefix(location, "http://"+host+":") || strings.HasPrefix(location, u.address) || !strings.HasSuffix(location, "/v1/chat/completions") {
			t.Fatalf("got %q", location)
		}
		request, _ := http.NewRequest("POST", location, strings.NewReader(chatBody("n3000003f", false)))
		if got := do(request); got.status != 200 || u.exchange("n3000003f").Listener != "other" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("redirect: a gateway that uses another name of this machine is redirected by that name", func(t *testing.T) {
		u.script("n30000040", `{"fail":{"kind":"redirect-host"}}`)
		request, _ := http.NewRequest("POST", u.address+"/v1/chat/completions", strings.NewReader(chatBody("n30000040", false)))
		request.Host = "host.example:9000"
		if location := do(request).headers.Get("Location"); !strings.HasPrefix(location, "http://host.example:") {
			t.Errorf("got %q", location)
		}
		u.exchange("n30000040")
	})
}

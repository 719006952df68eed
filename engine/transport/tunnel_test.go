package transport

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// proxyThat gives every connection this answer; it returns the proxy and the requests that it received.
func proxyThat(t *testing.T, answer string) (*url.URL, chan *http.Request) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	asked := make(chan *http.Request, 1)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			request, err := http.ReadRequest(bufio.NewReader(conn))
			if err == nil {
				asked <- request
			}
			if answer == "hangs" {
				continue
			}
			_, _ = io.WriteString(conn, answer)
			if !strings.HasPrefix(answer, "HTTP/1.1 200") {
				_ = conn.Close()
			}
		}
	}()
	return &url.URL{Scheme: "http", Host: listener.Addr().String(), User: url.UserPassword("me", "p@ss")}, asked
}

func dialThrough(proxy *url.URL, limit time.Duration) (net.Conn, error) {
	dialer := &net.Dialer{}
	dial := throughProxy(dialer.DialContext, func(*http.Request) (*url.URL, error) { return proxy, nil }, "https")
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return dial(ctx, "tcp", "gateway.test:443")
}

func TestATunnelIsOpenedWithCredentials(t *testing.T) {
	proxy, asked := proxyThat(t, "HTTP/1.1 200 Connection established\r\n\r\n")
	conn, err := dialThrough(proxy, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	request := <-asked
	if request.Method != "CONNECT" || request.Host != "gateway.test:443" {
		t.Errorf("received %s %s", request.Method, request.Host)
	}
	if got := request.Header.Get("Proxy-Authorization"); got != "Basic bWU6cEBzcw==" {
		t.Errorf("credentials: %s", got)
	}
}

func TestATunnelThatIsNotOpenedSaysWhy(t *testing.T) {
	for answer, why := range map[string]string{
		"HTTP/1.1 407 Who\r\n\r\n": "proxyconnect tcp: 407 Proxy Authentication Required",
		"HTTP/1.1 ":                "proxyconnect tcp: no answer to CONNECT",
		"hangs":                    "proxyconnect tcp: context deadline exceeded",
	} {
		proxy, _ := proxyThat(t, answer)
		_, err := dialThrough(proxy, 300*time.Millisecond)
		if err == nil || err.Error() != why {
			t.Errorf("%q: got %v, want %s", answer, err, why)
		}
		if strings.Contains(err.Error(), "p@ss") {
			t.Errorf("%q shows the credentials", answer)
		}
	}
}

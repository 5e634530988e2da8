#include "access.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace abut::app {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_listed(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_unspecified(const std::string& address) {
  return address == "0.0.0.0" || address == "::";
}

bool has_port(const std::string& name) {
  return name.find(':', name.starts_with('[') ? name.find(']') : 0) != std::string::npos;
}

}  // namespace

std::vector<std::string> make_host_names(const std::string& address, std::uint16_t port,
                                         std::span<const std::string> allowed) {
  std::vector<std::string> bare;
  const bool is_v6 = address.find(':') != std::string::npos;
  const bool is_loopback = address.starts_with("127.") || address == "::1" || is_unspecified(address);
  if (!is_unspecified(address)) bare.push_back(is_v6 ? "[" + address + "]" : address);
  if (is_unspecified(address)) bare.push_back("127.0.0.1");
  if (address == "::") bare.push_back("[::1]");
  if (is_loopback) bare.push_back("localhost");
  for (const std::string& name : allowed) {
    if (!has_port(name)) bare.push_back(name);
  }
  std::vector<std::string> names;
  for (const std::string& name : bare) {
    names.push_back(fmt::format("{}:{}", name, port));
    if (port == 80) names.push_back(name);
  }
  std::copy_if(allowed.begin(), allowed.end(), std::back_inserter(names), has_port);
  return names;
}

bool is_host_name(std::string_view name) {
  const auto may_be = [](char c) { return is_letter_or_digit(c) || std::string_view(".-:[]").find(c) < 5; };
  return !name.empty() && name.size() <= 255 && std::all_of(name.begin(), name.end(), may_be);
}

Verdict check_visit(const Access& access, const Visit& visit) {
  if (visit.hosts.size() != 1 || !is_listed(access.hosts, visit.hosts.front())) return Verdict::kForeignHost;
  if (visit.origins.empty() && !visit.is_upgrade) return Verdict::kWelcome;
  constexpr std::string_view kScheme = "http://";
  const bool is_own = visit.origins.size() == 1 && visit.origins.front().starts_with(kScheme) &&
                      is_listed(access.hosts, visit.origins.front().substr(kScheme.size()));
  return is_own ? Verdict::kWelcome : Verdict::kForeignOrigin;
}

Target split_target(std::string_view target) {
  constexpr std::string_view kToken = "token=";
  const std::size_t mark = target.find('?');
  if (mark == std::string_view::npos) return {target, {}};
  const std::string_view query = target.substr(mark + 1);
  return {target.substr(0, mark), query.starts_with(kToken) ? query.substr(kToken.size()) : std::string_view()};
}

bool is_same_token(std::string_view a, std::string_view b) {
  if (a.empty() || a.size() != b.size()) return false;
  unsigned char difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

std::string make_token() {
  unsigned char bytes[16];
  if (getentropy(bytes, sizeof bytes) != 0) throw std::runtime_error("the system gives no random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

std::vector<std::pair<std::string_view, std::string>> make_guard_headers(std::string_view host) {
  return {{"Content-Security-Policy",
           fmt::format("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
                       "connect-src 'self'{}{}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                       host.empty() ? "" : " ws://", host)},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-store"}};
}

std::string make_safe_file_name(std::string_view name) {
  std::string safe(name.substr(0, 100));
  for (char& c : safe) {
    if (!is_letter_or_digit(c) && c != '.' && c != '-' && c != '_') c = '_';
  }
  if (safe.empty() || safe.front() == '.') safe.insert(0, "trace");
  return safe;
}

}  // namespace abut::app
